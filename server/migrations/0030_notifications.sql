-- What people are told in the dashboard's inbox (docs/adr/0038-notifications.md). The texts hold no passcode, number, key or
-- address with a secret in it: `facts` names objects by their public ids. Rows go after 30 days.
create table notifications (
  bucket       smallint not null,
  workspace_id uuid not null,
  sequence     bigint not null,        -- counts the notifications of a workspace
  kind         smallint not null,      -- see server/src/notifications/kinds.ts
  occasion     text not null,          -- what it tells of: a second row for the same occasion is refused
  subject_id   uuid,                   -- of the challenge, the deposit or the endpoint
  facts        jsonb not null,
  created_at   timestamptz not null,   -- wall time
  constraint notifications_pk primary key (bucket, workspace_id, sequence),
  constraint notifications_occasion_uq unique (bucket, workspace_id, occasion),
  constraint notifications_kind_ck check (kind between 1 and 4)
);
create index notifications_age_ix on notifications (created_at);

-- Up to which event a workspace's notifications are made, and when its wallet counts as low.
create table notification_cursors (
  bucket           smallint not null,
  workspace_id     uuid not null,
  event_sequence   bigint not null,
  last_sequence    bigint not null default 0,       -- of the workspace's newest notification
  low_wallet_cents bigint default 10000,            -- null: nobody is told of a low wallet
  wallet_is_low    boolean not null default true,   -- nobody is told again until the wallet has recovered
  constraint notification_cursors_pk primary key (bucket, workspace_id),
  constraint notification_cursors_low_ck check (low_wallet_cents > 0)
) with (fillfactor = 50);

-- What a person has read: single notifications, and all up to one.
create table notification_reads (
  bucket       smallint not null,
  workspace_id uuid not null,
  user_id      uuid not null,
  sequence     bigint not null,
  read_at      timestamptz not null,   -- wall time
  constraint notification_reads_pk primary key (bucket, workspace_id, user_id, sequence)
);
create index notification_reads_age_ix on notification_reads (read_at);

create table notification_marks (
  bucket       smallint not null,
  workspace_id uuid not null,
  user_id      uuid not null,
  through      bigint not null,
  read_at      timestamptz not null,   -- wall time
  constraint notification_marks_pk primary key (bucket, workspace_id, user_id)
);
create index notification_marks_age_ix on notification_marks (read_at);

-- What a person wants to hear of. No row: everything in the inbox, nothing by mail.
create table user_notification_settings (
  user_id    uuid not null,
  inbox_off  smallint[] not null,      -- kinds
  mail       smallint[] not null,      -- kinds
  updated_at timestamptz not null,
  constraint user_notification_settings_pk primary key (user_id),
  constraint user_notification_settings_user_fk foreign key (user_id) references users (id) on delete cascade
);

-- Mail that is to be sent. The text is sealed, since it may hold a link that signs somebody in; it goes when it was sent.
create table mail_outbox (
  id              uuid not null,
  user_id         uuid,                -- null: to somebody who has not joined yet
  recipient       text not null,
  occasion        text not null,       -- the same mail is not sent twice
  content_sealed  bytea,
  attempts        smallint not null default 0,
  next_attempt_at timestamptz,         -- wall time; null once it was sent or given up
  created_at      timestamptz not null,
  constraint mail_outbox_pk primary key (id),
  constraint mail_outbox_occasion_uq unique (occasion),
  constraint mail_outbox_user_fk foreign key (user_id) references users (id) on delete cascade
);
create index mail_outbox_due_ix on mail_outbox (next_attempt_at) where next_attempt_at is not null;
create index mail_outbox_age_ix on mail_outbox (created_at);
create index mail_outbox_user_ix on mail_outbox (user_id, created_at);

grant select, insert, update, delete on notifications, notification_cursors, notification_reads, notification_marks,
  user_notification_settings, mail_outbox to cardwright_service;

-- Nobody is told of what happened before.
insert into notification_cursors (bucket, workspace_id, event_sequence) select bucket, id, event_sequence from workspaces;
