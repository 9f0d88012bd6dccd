-- Deposits on real chains: addresses, what was seen on each chain, prices; and the numbering of what moves a wallet.

-- ---------------------------------------------------------------------------------------------
-- Movements of the wallet are numbered from 1 in each workspace, in commit order (the workspace row is locked), so
-- that each balance follows from the one before, and a page is found by its number.
-- ---------------------------------------------------------------------------------------------

alter table workspaces add column wallet_movements bigint not null default 0;
-- A credited deposit has left its chain: nothing leaves the wallet until it is seen again or an operator has decided.
alter table workspaces add column on_hold boolean not null default false;
alter table transfers add column wallet_sequence bigint;   -- set where wallet_after_cents is

update transfers t set wallet_sequence = n.number
from (select bucket, operation_id, leg, row_number() over (partition by bucket, workspace_id order by created_at, operation_id, leg) as number
      from transfers where wallet_after_cents is not null) n
where t.bucket = n.bucket and t.operation_id = n.operation_id and t.leg = n.leg;
update workspaces w set wallet_movements = n.count
from (select bucket, workspace_id, count(*) as count from transfers where wallet_after_cents is not null group by bucket, workspace_id) n
where w.bucket = n.bucket and w.id = n.workspace_id;

drop index transfers_wallet_ix;
create unique index transfers_wallet_uq on transfers (bucket, workspace_id, wallet_sequence) where wallet_sequence is not null;

-- ---------------------------------------------------------------------------------------------
-- Deposits: when a pending one expires, what it was valued by, and whether its credit was taken back.
-- ---------------------------------------------------------------------------------------------

alter table deposits add column expires_at timestamptz;      -- 24 hours after it was detected, or seen again
alter table deposits add column rate_micros bigint;          -- micro-dollars for one whole coin, fixed at confirmation
alter table deposits add column price_sources jsonb;         -- who said so, as it was then
alter table deposits add column reversed_at timestamptz;     -- its credit was reversed by an operator

update deposits set expires_at = created_at + interval '24 hours';
alter table deposits alter column expires_at set not null;

-- A reversed deposit makes room for the same output, should the chain show it again.
alter table deposits drop constraint deposits_output_uq;
create unique index deposits_output_uq on deposits (bucket, workspace_id, currency, tx_hash, output_index) where reversed_at is null;
alter table deposits add constraint deposits_reversed_ck check (reversed_at is null or status = 3);

drop index deposits_pending_ix;
create index deposits_pending_ix on deposits (bucket, workspace_id, expires_at) where status = 1;
create index deposits_status_ix on deposits (bucket, workspace_id, status, created_at desc);
create index deposits_currency_ix on deposits (bucket, workspace_id, currency, created_at desc);

-- ---------------------------------------------------------------------------------------------
-- Addresses. Production only: those of a sandbox are computed from its lineage and hold nothing.
-- ---------------------------------------------------------------------------------------------

-- What addresses come from: an extended public key, or a signed pool. Its row gives out the indexes, one after another.
create table address_keys (
  network    smallint not null,       -- 1 bitcoin, 2 ethereum, 3 solana
  key_id     text not null,           -- fingerprint of the extended key, or the pool's signing key
  next_index bigint not null default 0,
  created_at timestamptz not null,    -- wall time
  constraint address_keys_pk primary key (network, key_id),
  constraint address_keys_network_ck check (network in (1, 2, 3)),
  constraint address_keys_index_ck check (next_index >= 0)
);

create table deposit_addresses (
  bucket       smallint not null,
  workspace_id uuid not null,
  network      smallint not null,
  address      text not null,         -- in the canonical spelling of the chain
  key_id       text not null,
  key_index    bigint not null,
  created_at   timestamptz not null,  -- wall time
  constraint deposit_addresses_pk primary key (bucket, workspace_id, network),
  constraint deposit_addresses_workspace_fk foreign key (bucket, workspace_id) references workspaces (bucket, id),
  constraint deposit_addresses_network_ck check (network in (1, 2, 3))
);

-- Money arrives at an address without a workspace. Its row routes it.
create table deposit_address_routes (
  network      smallint not null,
  address      text not null,
  bucket       smallint not null,
  workspace_id uuid not null,
  constraint deposit_address_routes_pk primary key (network, address)
);

-- ---------------------------------------------------------------------------------------------
-- What the watchers know. Shared tables: a chain is one, whoever is paid on it.
-- ---------------------------------------------------------------------------------------------

-- How far a chain was read, and by whom. Every step of a watcher locks the row first: of two, one waits and sees.
create table chain_cursors (
  network       smallint not null,
  chain_id      text not null,        -- genesis hash or chain id: another chain is refused
  height        bigint not null,
  hash          text not null,
  tip_height    bigint not null,
  lease_owner   uuid,
  lease_until   timestamptz,          -- the database's clock
  rescan_from   bigint,               -- asked for by an operator, done by the watcher
  halted        text,                 -- why nothing is credited any more; a rescan ends it
  untraced_from bigint,               -- ethereum: the first and the last block whose internal transfers were not looked for
  untraced_to   bigint,
  reconciled_to bigint,               -- ethereum: up to here balances were explained since
  last_error    text,
  last_error_at timestamptz,          -- wall time, as below
  moved_at      timestamptz not null,
  constraint chain_cursors_pk primary key (network),
  constraint chain_cursors_network_ck check (network in (1, 2, 3))
);

-- The last blocks read, to find where a reorganisation parted.
create table chain_blocks (
  network smallint not null,
  height  bigint not null,
  hash    text not null,
  constraint chain_blocks_pk primary key (network, height)
);

-- Each arrival of money at an address of ours, once for ever.
create table chain_arrivals (
  network       smallint not null,
  currency      smallint not null,    -- 1 btc, 2 eth, 3 sol, 4 usdt
  tx_hash       text not null,
  output_index  integer not null,
  address       text not null,
  amount_base   numeric(78, 0) not null,
  bucket        smallint not null,
  workspace_id  uuid not null,
  deposit_id    uuid,                 -- none after a reversal: the next sighting makes a new deposit
  state         smallint not null,    -- 1 waiting, 2 credited, 3 too small, 4 gone, 5 orphaned: credited and gone
  block_height  bigint,               -- none while no block holds it
  block_hash    text,
  missing_since timestamptz,          -- wall time at which it was in no block and no mempool
  seen_at       timestamptz not null, -- wall time
  constraint chain_arrivals_pk primary key (network, currency, tx_hash, output_index),
  constraint chain_arrivals_state_ck check (state in (1, 2, 3, 4, 5)),
  constraint chain_arrivals_block_ck check ((block_height is null) = (block_hash is null)),
  constraint chain_arrivals_missing_ck check (missing_since is null or block_height is null)
);

create index chain_arrivals_block_ix on chain_arrivals (network, block_height) where block_height is not null;
create index chain_arrivals_waiting_ix on chain_arrivals (network, block_height) where state = 1;
create index chain_arrivals_unmined_ix on chain_arrivals (network, tx_hash) where block_height is null and state < 4;
create index chain_arrivals_missing_ix on chain_arrivals (network, missing_since) where missing_since is not null;
create index chain_arrivals_address_ix on chain_arrivals (network, address, block_height);

-- Ethereum without traces: what each address held at the height up to which balances are explained.
create table chain_balances (
  network      smallint not null,
  address      text not null,
  balance_base numeric(78, 0) not null,
  nonce        bigint not null,
  constraint chain_balances_pk primary key (network, address)
);

-- The last price of each currency that was within bounds.
create table currency_prices (
  currency    smallint not null,
  rate_micros bigint not null,
  sources     jsonb not null,
  at          timestamptz not null,   -- wall time
  constraint currency_prices_pk primary key (currency),
  constraint currency_prices_rate_ck check (rate_micros > 0)
);

-- What an operator must look at: a credit whose money is no longer on the chain.
create table deposit_incidents (
  bucket       smallint not null,
  id           uuid not null,
  workspace_id uuid not null,
  deposit_id   uuid not null,
  kind         smallint not null,     -- 1 orphaned after it was credited, 2 seen again with another amount
  opened_at    timestamptz not null,  -- wall time
  closed_at    timestamptz,
  resolution   text,                  -- how it ended: seen again, reversed
  constraint deposit_incidents_pk primary key (bucket, id),
  constraint deposit_incidents_kind_ck check (kind in (1, 2)),
  constraint deposit_incidents_closed_ck check ((closed_at is null) = (resolution is null))
);

create unique index deposit_incidents_open_uq on deposit_incidents (bucket, deposit_id, kind) where closed_at is null;

grant select, insert, update on address_keys, chain_cursors, chain_arrivals, currency_prices to cardwright_service;
grant select, insert, update on deposit_incidents to cardwright_service;
grant select, insert on deposit_addresses, deposit_address_routes to cardwright_service;
grant select, insert, update, delete on chain_blocks, chain_balances to cardwright_service;
