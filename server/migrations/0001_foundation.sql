-- The money core. Rules that hold for every table of this schema (docs/adr/0003-buckets.md):
--   bucket leads every primary key, unique key and foreign key of tenant tables; no triggers;
--   every constraint has a name of at most 45 characters; small enums are smallint and named in
--   the comment of their column; ids are uuid v7 (wall time), created_at is workspace time.

create extension if not exists pg_trgm;

-- The service runs as this role. It owns nothing, so what is not granted below cannot be done,
-- whatever the code says: transfers, transactions and the audit log can only grow.
do $$ begin
  if not exists (select from pg_roles where rolname = 'cardwright_service') then
    create role cardwright_service nologin;
  end if;
end $$;
grant cardwright_service to current_user;

-- ---------------------------------------------------------------------------------------------
-- Shared tables: small, written by operators, without a bucket.
-- ---------------------------------------------------------------------------------------------

create table accounts (
  id              uuid not null,
  name            text not null,
  holder_name     text not null,
  billing_address jsonb not null,
  created_at      timestamptz not null,
  constraint accounts_pk primary key (id)
);

-- Which workspace an account has in an environment now. A sandbox reset re-points this one row,
-- and with it every key.
create table workspace_routes (
  account_id   uuid not null,
  environment  smallint not null,       -- 1 sandbox, 2 production
  bucket       smallint not null,
  workspace_id uuid not null,
  constraint workspace_routes_pk primary key (account_id, environment),
  constraint workspace_routes_account_fk foreign key (account_id) references accounts (id),
  constraint workspace_routes_environment_ck check (environment in (1, 2))
);

-- A key is looked up by its hash, the only form in which it is kept.
create table api_keys (
  hash         bytea not null,          -- SHA-256 of the whole key
  id           uuid not null,
  account_id   uuid not null,
  environment  smallint not null,
  name         text not null,
  hint         text not null,           -- the last four characters, to tell keys apart in a list
  read_only    boolean not null default false,
  created_at   timestamptz not null,
  last_used_at timestamptz,
  revoked_at   timestamptz,
  constraint api_keys_pk primary key (hash),
  constraint api_keys_id_uq unique (id),
  constraint api_keys_route_fk foreign key (account_id, environment)
    references workspace_routes (account_id, environment)
);

-- Wrapped by the master key, see server/src/vault.
create table data_keys (
  id             integer not null,
  purpose        text not null,
  wrapped        bytea not null,
  master_version integer not null,
  created_at     timestamptz not null,
  constraint data_keys_pk primary key (id)
);

create table bins (
  id                    text not null,
  position              integer not null,
  prefix                text not null,
  length                smallint not null,
  network               text not null,
  type                  text not null,
  issuer_country        text not null,
  apple_pay             boolean not null,
  google_pay            boolean not null,
  max_transaction_cents bigint not null,
  max_monthly_cents     bigint not null,
  acceptance_rate       double precision not null,
  best_for              text[] not null,
  permutation_version   integer not null,   -- fixed at the first start: numbers must never repeat
  retired               boolean not null default false,
  constraint bins_pk primary key (id),
  constraint bins_prefix_uq unique (prefix)
);

-- A card number arrives without a card id. Its keyed hash routes it.
create table card_number_routes (
  number_index bytea not null,
  bucket       smallint not null,
  workspace_id uuid not null,
  card_id      uuid not null,
  constraint card_number_routes_pk primary key (number_index)
);

-- ---------------------------------------------------------------------------------------------
-- Workspaces: one account in one environment. The row holds the balances of the ledger accounts
-- that belong to no card, the counters that lists and the wallet show, and the event sequence.
-- It is always the last row a transaction locks.
-- ---------------------------------------------------------------------------------------------

create table workspaces (
  bucket                   smallint not null,
  id                       uuid not null,
  lineage_id               uuid not null,     -- the same through every sandbox reset
  account_id               uuid not null,
  environment              smallint not null, -- 1 sandbox, 2 production
  live                     boolean not null default true,
  starts_funded            boolean not null default false, -- a reset makes the first deposit again
  clock_offset_ms          bigint not null default 0,
  wallet_cents             bigint not null default 0,
  owed_cents               bigint not null default 0,
  crypto_clearing_cents    bigint not null default 0,
  deposit_fees_cents       bigint not null default 0,
  network_settlement_cents bigint not null default 0,
  deposited_cents          bigint not null default 0,
  spent_cents              bigint not null default 0,
  cards_balance_cents      bigint not null default 0,
  cards_active             integer not null default 0,
  cards_frozen             integer not null default 0,
  cards_terminated         integer not null default 0,
  authorization_count      bigint not null default 0,
  settlement_count         bigint not null default 0,
  refund_count             bigint not null default 0,
  decline_count            bigint not null default 0,
  event_sequence           bigint not null default 0,
  created_at               timestamptz not null,
  constraint workspaces_pk primary key (bucket, id),
  constraint workspaces_bucket_ck check (bucket between 0 and 255),
  constraint workspaces_environment_ck check (environment in (1, 2)),
  constraint workspaces_wallet_ck check (wallet_cents >= 0),
  constraint workspaces_owed_ck check (owed_cents >= 0),
  constraint workspaces_owed_wallet_ck check (owed_cents = 0 or wallet_cents = 0),
  constraint workspaces_clock_ck check (clock_offset_ms >= 0),
  constraint workspaces_counts_ck check (cards_active >= 0 and cards_frozen >= 0 and cards_terminated >= 0)
) with (fillfactor = 50);   -- rewritten by every batch: room for HOT updates on its own page

create index workspaces_dead_ix on workspaces (bucket, id) where not live;

-- ---------------------------------------------------------------------------------------------
-- Cards. No index may stand on a column that an authorization changes: it would end HOT updates.
-- ---------------------------------------------------------------------------------------------

create table cards (
  bucket               smallint not null,
  id                   uuid not null,
  workspace_id         uuid not null,
  available_cents      bigint not null default 0,
  held_cents           bigint not null default 0,
  overdraft_cents      bigint not null default 0,
  spending_limit_cents bigint not null,
  month                integer not null,           -- the UTC month counted, as yyyymm; never goes back
  month_used_cents     bigint not null default 0,
  total_spent_cents    bigint not null default 0,
  auto_freeze_cents    bigint,
  authorization_count  integer not null default 0,
  settlement_count     integer not null default 0,
  refund_count         integer not null default 0,
  decline_count        integer not null default 0,
  status               smallint not null,          -- 1 active, 2 frozen, 3 terminated
  last_used_at         timestamptz,
  frozen_at            timestamptz,
  terminated_at        timestamptz,
  refunded_cents       bigint,                     -- what termination returned to the wallet
  created_at           timestamptz not null,
  expires_at           timestamptz not null,
  bin_id               text not null,
  network              text not null,
  last4                text not null,
  label                text not null,
  allowed_categories   text[] not null,
  metadata             jsonb not null,
  constraint cards_workspace_fk foreign key (bucket, workspace_id) references workspaces (bucket, id),
  constraint cards_status_ck check (status in (1, 2, 3)),
  constraint cards_available_ck check (available_cents >= 0),
  constraint cards_held_ck check (held_cents >= 0),
  constraint cards_overdraft_ck check (overdraft_cents >= 0),
  constraint cards_overdraft_first_ck check (overdraft_cents = 0 or available_cents = 0),
  constraint cards_terminated_ck check (status <> 3 or (available_cents = 0 and overdraft_cents = 0)),
  constraint cards_month_used_ck check (month_used_cents >= 0)
) with (fillfactor = 70);

-- Lists are ordered by time and then by id, but no list index holds the id: the planner, before it has statistics,
-- would take such an index for a look-up by id and walk all of it. For the same reason the primary key comes after
-- them: of indexes that look equally good, the planner takes the youngest.
create index cards_newest_ix on cards (bucket, workspace_id, created_at desc);
create index cards_status_ix on cards (bucket, workspace_id, status, created_at desc);
create index cards_bin_ix on cards (bucket, workspace_id, bin_id, created_at desc);
create index cards_label_ix on cards using gin (label gin_trgm_ops);
alter table cards add constraint cards_pk primary key (bucket, id);

-- What only a reveal reads.
create table card_secrets (
  bucket          smallint not null,
  card_id         uuid not null,
  workspace_id    uuid not null,
  number_sealed   bytea not null,
  cvk_version     integer not null,
  exp_month       smallint not null,
  exp_year        smallint not null,
  holder_name     text not null,
  billing_address jsonb not null,
  constraint card_secrets_pk primary key (bucket, card_id),
  constraint card_secrets_card_fk foreign key (bucket, card_id) references cards (bucket, id)
);

-- ---------------------------------------------------------------------------------------------
-- The ledger: one row moves a positive amount from a debit to a credit account of one workspace,
-- so every operation balances by construction. An operation with several legs has several rows.
-- The tables an authorization writes carry no foreign keys: each would look up and share-lock its
-- parent once a row. The audit proves the references instead.
-- ---------------------------------------------------------------------------------------------

create table transfers (
  bucket             smallint not null,
  operation_id       uuid not null,       -- the deposit, transaction or movement it books: posted once
  leg                smallint not null,
  workspace_id       uuid not null,
  card_id            uuid,
  kind               smallint not null,   -- see server/src/ledger/transfer-kinds.ts
  debit              smallint not null,   -- ledger account, see server/src/ledger/ledger-accounts.ts
  credit             smallint not null,
  amount_cents       bigint not null,
  wallet_after_cents bigint,              -- set where the wallet is debited or credited
  created_at         timestamptz not null,
  constraint transfers_pk primary key (bucket, operation_id, leg),
  constraint transfers_amount_ck check (amount_cents > 0),
  constraint transfers_sides_ck check (debit <> credit),
  constraint transfers_card_ck check (card_id is not null or (debit > 3 and credit > 3)),
  constraint transfers_wallet_ck check ((wallet_after_cents is not null) = (debit = 4 or credit = 4))
);

create index transfers_wallet_ix on transfers (bucket, workspace_id, created_at desc, operation_id desc, leg desc)
  where wallet_after_cents is not null;

-- ---------------------------------------------------------------------------------------------
-- Deposits
-- ---------------------------------------------------------------------------------------------

create table deposits (
  bucket           smallint not null,
  id               uuid not null,
  workspace_id     uuid not null,
  currency         smallint not null,      -- 1 btc, 2 eth, 3 sol, 4 usdt
  amount_base      numeric(78, 0) not null, -- integer base units of the currency
  amount_usd_cents bigint not null,
  fee_cents        bigint not null,
  credited_cents   bigint not null,
  status           smallint not null,      -- 1 pending, 2 confirmed, 3 expired
  tx_hash          text not null,
  output_index     integer not null,
  confirmations    integer not null default 0,
  created_at       timestamptz not null,
  confirmed_at     timestamptz,
  constraint deposits_pk primary key (bucket, id),
  constraint deposits_workspace_fk foreign key (bucket, workspace_id) references workspaces (bucket, id),
  constraint deposits_output_uq unique (bucket, workspace_id, currency, tx_hash, output_index),
  constraint deposits_status_ck check (status in (1, 2, 3)),
  constraint deposits_sum_ck check (status = 3 or credited_cents = amount_usd_cents - fee_cents),
  constraint deposits_confirmed_ck check ((status = 2) = (confirmed_at is not null))
);

create index deposits_newest_ix on deposits (bucket, workspace_id, created_at desc);
create index deposits_pending_ix on deposits (bucket, workspace_id, created_at) where status = 1;

-- ---------------------------------------------------------------------------------------------
-- Events: the outbox. Partitioned by id, which is a uuid v7 and so carries the wall time.
-- ---------------------------------------------------------------------------------------------

create table events (
  bucket       smallint not null,
  id           uuid not null,
  workspace_id uuid not null,
  sequence     bigint not null,
  type         smallint not null,     -- see server/src/events/event-types.ts
  subject_id   uuid,                  -- the transaction, where the body is rendered from its row
  data         text,                  -- the body as it was, where it is not
  created_at   timestamptz not null,
  constraint events_pk primary key (bucket, workspace_id, sequence, id)
) partition by range (id);

-- Rows lie in the order of their ids, so a summary per block range finds one as well as a second tree would,
-- without its cost on every authorization.
create index events_id_ix on events using brin (id) with (pages_per_range = 16);

-- ---------------------------------------------------------------------------------------------
-- Idempotency: the answer of a write, stored in the commit of the write.
-- ---------------------------------------------------------------------------------------------

create table idempotency_keys (
  bucket       smallint not null,
  workspace_id uuid not null,
  key_hash     uuid not null,         -- 128 bits of a keyed hash of the key
  fingerprint  uuid not null,         -- 128 bits of a keyed hash of method, path and body
  status       smallint not null,
  sealed       boolean not null,
  answer       bytea not null,
  created_at   timestamptz not null,  -- wall time
  constraint idempotency_keys_pk primary key (bucket, workspace_id, key_hash)
);

create index idempotency_keys_age_ix on idempotency_keys using brin (created_at);

-- ---------------------------------------------------------------------------------------------
-- Audit log: a hash chain per lineage, so that a removed or altered row shows.
-- ---------------------------------------------------------------------------------------------

create table audit_chains (
  bucket     smallint not null,
  lineage_id uuid not null,
  sequence   bigint not null,
  hash       bytea not null,
  constraint audit_chains_pk primary key (bucket, lineage_id)
);

create table audit_log (
  bucket     smallint not null,
  lineage_id uuid not null,
  sequence   bigint not null,
  at         timestamptz not null,    -- wall time
  actor      text not null,
  action     text not null,
  subject    text not null,
  origin     text not null,
  request_id text not null,
  hash       bytea not null,
  constraint audit_log_pk primary key (bucket, lineage_id, sequence)
);
