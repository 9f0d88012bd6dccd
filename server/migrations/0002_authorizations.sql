-- Spending: merchants, card transactions, holds, 3-D Secure challenges.

-- The id is a hash of workspace, name, code and country, so the hot path needs no look-up to know it.
create table merchants (
  bucket       smallint not null,
  id           uuid not null,
  workspace_id uuid not null,
  name         text not null,
  mcc          text not null,
  country      text not null,
  constraint merchants_pk primary key (bucket, id),
  constraint merchants_workspace_fk foreign key (bucket, workspace_id) references workspaces (bucket, id)
);

create index merchants_name_ix on merchants using gin (name gin_trgm_ops);

-- A row never changes. (No foreign keys here, on holds and on transfers: see the ledger in 0001.)
create table transactions (
  bucket              smallint not null,
  id                  uuid not null,
  workspace_id        uuid not null,
  card_id             uuid not null,
  merchant_id         uuid not null,
  authorization_id    uuid,               -- null for an original authorization and for what has none
  refund_of           uuid,               -- the settlement a refund gives back
  amount_cents        bigint not null,    -- signed: spending is negative
  balance_after_cents bigint not null,
  created_at          timestamptz not null,
  type                smallint not null,  -- 1 authorization, 2 settlement, 3 refund, 4 decline
  decline_reason      smallint,           -- see server/src/authorizations/decline-reasons.ts
  three_ds_status     smallint not null,  -- 1 not_required, 2 pending, 3 authenticated, 4 failed
  constraint transactions_type_ck check (type in (1, 2, 3, 4)),
  constraint transactions_sign_ck check ((amount_cents > 0) = (type = 3) and amount_cents <> 0),
  constraint transactions_decline_ck check ((type = 4) = (decline_reason is not null))
);

create index transactions_newest_ix on transactions (bucket, workspace_id, created_at desc);
create index transactions_card_ix on transactions (bucket, card_id, created_at desc);
create index transactions_merchant_ix on transactions (bucket, merchant_id, created_at desc);
-- Authorizations are the bulk of the rows: the newest-first index finds a page of them at once.
create index transactions_type_ix on transactions (bucket, workspace_id, type, created_at desc) where type <> 1;
create index transactions_authorization_ix on transactions (bucket, authorization_id) where authorization_id is not null;
create index transactions_refund_ix on transactions (bucket, refund_of) where refund_of is not null;
alter table transactions add constraint transactions_pk primary key (bucket, id); -- after the others, as on cards

-- What an authorization still reserves. Its id is the authorization's.
create table holds (
  bucket           smallint not null,
  id               uuid not null,
  workspace_id     uuid not null,
  card_id          uuid not null,
  held_cents       bigint not null,
  month            integer not null,    -- the month it counted in, as yyyymm
  counted_cents    bigint not null,     -- and how much of that month's use is still its own
  status           smallint not null,   -- 1 pending, 2 settled, 3 reversed, 4 expired
  expires_at       timestamptz not null,
  constraint holds_pk primary key (bucket, id),
  constraint holds_held_ck check (held_cents >= 0),
  constraint holds_counted_ck check (counted_cents >= 0),
  constraint holds_status_ck check (status in (1, 2, 3, 4)),
  constraint holds_closed_ck check (status = 1 or held_cents = 0)
) with (fillfactor = 85);

create index holds_due_ix on holds (bucket, workspace_id, expires_at) where status = 1;

-- What happened to a hold and is no transaction: reversals and expiries.
create table hold_releases (
  bucket           smallint not null,
  id               uuid not null,
  workspace_id     uuid not null,
  authorization_id uuid not null,
  event            smallint not null,   -- 1 reversed, 2 expired
  amount_cents     bigint not null,
  created_at       timestamptz not null,
  constraint hold_releases_pk primary key (bucket, id),
  constraint hold_releases_hold_fk foreign key (bucket, authorization_id) references holds (bucket, id),
  constraint hold_releases_event_ck check (event in (1, 2))
);

create index hold_releases_hold_ix on hold_releases (bucket, authorization_id);

create table three_ds_challenges (
  bucket       smallint not null,
  id           uuid not null,
  workspace_id uuid not null,
  card_id      uuid not null,
  merchant     text not null,
  amount_cents bigint not null,
  otp_sealed   bytea not null,
  attempts     smallint not null default 0,
  status       smallint not null,       -- 1 pending, 2 completed, 3 expired
  used_by      uuid,                    -- the authorization that used it up
  expires_at   timestamptz not null,
  created_at   timestamptz not null,
  constraint three_ds_challenges_pk primary key (bucket, id),
  constraint three_ds_challenges_card_fk foreign key (bucket, card_id) references cards (bucket, id),
  constraint three_ds_challenges_status_ck check (status in (1, 2, 3)),
  constraint three_ds_challenges_amount_ck check (amount_cents > 0)
);

create index three_ds_challenges_newest_ix on three_ds_challenges (bucket, workspace_id, created_at desc);
create index three_ds_challenges_card_ix on three_ds_challenges (bucket, card_id, created_at desc);
