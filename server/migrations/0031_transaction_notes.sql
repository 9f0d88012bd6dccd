-- What people write beside a transaction: a note, tags, and receipts (docs/adr/0039-notes-tags-and-receipts.md).
create table transaction_notes (
  bucket         smallint not null,
  workspace_id   uuid not null,
  transaction_id uuid not null,
  note           text not null,
  updated_by     text not null,         -- public id of the person
  updated_at     timestamptz not null,  -- wall time
  constraint transaction_notes_pk primary key (bucket, transaction_id),
  constraint transaction_notes_note_ck check (char_length(note) <= 2000)
);
create index transaction_notes_workspace_ix on transaction_notes (bucket, workspace_id);

create table transaction_tags (
  bucket         smallint not null,
  workspace_id   uuid not null,
  transaction_id uuid not null,
  tag            text not null,
  happened_at    timestamptz not null,  -- the transaction's time: a list by tag is ordered by it
  constraint transaction_tags_pk primary key (bucket, transaction_id, tag),
  constraint transaction_tags_tag_ck check (char_length(tag) between 1 and 40)
);
create index transaction_tags_list_ix on transaction_tags (bucket, workspace_id, tag, happened_at desc, transaction_id desc);

-- The tags of a workspace, with how many transactions have each. One that nothing has is removed.
create table workspace_tags (
  bucket       smallint not null,
  workspace_id uuid not null,
  tag          text not null,
  uses         bigint not null,
  constraint workspace_tags_pk primary key (bucket, workspace_id, tag)
);

create table receipts (
  bucket         smallint not null,
  id             uuid not null,
  workspace_id   uuid not null,
  transaction_id uuid not null,
  name           text not null,
  media          smallint not null,     -- 1 PNG, 2 JPEG, 3 WebP, 4 PDF
  size_bytes     integer not null,
  content        bytea not null,
  added_by       text not null,         -- public id of the person
  created_at     timestamptz not null,  -- wall time
  constraint receipts_pk primary key (bucket, id),
  constraint receipts_media_ck check (media between 1 and 4),
  constraint receipts_size_ck check (size_bytes between 1 and 5242880 and size_bytes = octet_length(content))
);
create index receipts_transaction_ix on receipts (bucket, transaction_id, created_at);
create index receipts_workspace_ix on receipts (bucket, workspace_id);
-- Not compressed, which such files are already: then a part of one is read without the rest.
alter table receipts alter column content set storage external;

-- How many bytes of receipts a workspace has. Its row is locked while one is added or removed.
create table receipt_usage (
  bucket       smallint not null,
  workspace_id uuid not null,
  bytes        bigint not null,
  constraint receipt_usage_pk primary key (bucket, workspace_id),
  constraint receipt_usage_bytes_ck check (bytes >= 0)
);

grant select, insert, update, delete on transaction_notes, transaction_tags, workspace_tags, receipts, receipt_usage to cardwright_service;
