-- Invitations and reset links that were mailed within the last day, so that they can be limited by account and by mailbox. The
-- mailbox is a keyed hash.
create table link_mails (
  id uuid not null,
  account_id uuid not null,
  mailbox bytea not null,
  created_at timestamptz not null,
  constraint link_mails_pk primary key (id),
  constraint link_mails_account_fk foreign key (account_id) references accounts (id),
  constraint link_mails_mailbox_ck check (length(mailbox) = 32)
);
create index link_mails_account_ix on link_mails (account_id, created_at);
create index link_mails_mailbox_ix on link_mails (mailbox, created_at);
create index link_mails_age_ix on link_mails (created_at);
grant select, insert, delete on link_mails to cardwright_service;
