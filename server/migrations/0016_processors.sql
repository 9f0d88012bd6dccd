-- Cards whose spending somebody outside asks about: at which processor a card lies, what is known there of an authorization,
-- and what was posted. Ids of theirs become ids of ours by a hash, so that a row is found without a look-up.

alter table bins add column processor text not null default 'sandbox';   -- its name in processors.json
alter table bins add column environment smallint not null default 1;     -- 1 sandbox, 2 production

-- Money on its way from the wallet to a card that a processor has yet to issue.
alter table workspaces add column issuing_cents bigint not null default 0;

-- A creation that has begun: the money has left the wallet, the processor was asked or is about to be. The row goes when the
-- card is there, or the money is back.
create table card_issuances (
  bucket       smallint not null,
  id           uuid not null,            -- the card's
  workspace_id uuid not null,
  processor    text not null,
  request_key  uuid,                     -- of the request's idempotency key, by which a repeat finds it
  fingerprint  uuid,                     -- of what was asked for under it
  amount_cents bigint not null,
  settings     jsonb not null,           -- of the card that will be
  actor        text,
  issue_key    uuid not null,            -- makes a repeat of the call harmless
  attempts     integer not null default 0,
  next_try_at  timestamptz not null,
  created_at   timestamptz not null,
  constraint card_issuances_pk primary key (bucket, id),
  constraint card_issuances_amount_ck check (amount_cents > 0)
);
create unique index card_issuances_request_uq on card_issuances (bucket, workspace_id, request_key);
create index card_issuances_due_ix on card_issuances (next_try_at);

-- A card at its processor. The card's own status is what it should be there; a difference is pushed.
create table processor_cards (
  bucket          smallint not null,
  id              uuid not null,         -- the card's
  workspace_id    uuid not null,
  processor       text not null,
  external_id     text not null,
  observed_state  smallint not null,     -- 1 active, 2 frozen, 3 closed
  observed_at     timestamptz not null,
  push_at         timestamptz,           -- when the state is to be told next; null where it has been
  push_attempts   integer not null default 0,
  differs_since   timestamptz,           -- since when the state there has not been the one here; null where they agree
  exp_month       smallint not null,
  exp_year        smallint not null,
  holder_name     text not null,
  billing_address jsonb not null,
  constraint processor_cards_pk primary key (bucket, id),
  constraint processor_cards_state_ck check (observed_state in (1, 2, 3))
);
create index processor_cards_push_ix on processor_cards (push_at) where push_at is not null;
create index processor_cards_observed_ix on processor_cards (observed_at) where observed_state <> 3;

-- A processor names a card by its own id.
create table processor_card_routes (
  processor    text not null,
  external_id  text not null,
  bucket       smallint not null,
  workspace_id uuid not null,
  card_id      uuid not null,
  constraint processor_card_routes_pk primary key (processor, external_id)
);
create index processor_card_routes_card_ix on processor_card_routes (bucket, card_id);

-- What is known of an authorization at its processor. `version` is that of the newest report that set the hold.
create table processor_authorizations (
  bucket       smallint not null,
  id           uuid not null,            -- of the processor's name and its reference
  workspace_id uuid not null,
  card_id      uuid not null,
  processor    text not null,
  reference    text not null,
  hold_id      uuid,
  answered     smallint not null,        -- 0 never asked, 1 we approved, 2 we declined, 3 declined there without asking
  version      bigint not null,
  updated_at   timestamptz not null,
  constraint processor_authorizations_pk primary key (bucket, id),
  constraint processor_authorizations_answer_ck check (answered in (0, 1, 2, 3))
);
create index processor_authorizations_card_ix on processor_authorizations (bucket, card_id);

-- Money that a processor said has moved: once for each id of theirs, for ever.
create table processor_posts (
  bucket           smallint not null,
  id               uuid not null,        -- of the processor's name and its id
  workspace_id     uuid not null,
  authorization_id uuid not null,
  transaction_id   uuid not null,
  processor        text not null,
  reference        text not null,
  amount_cents     bigint not null,      -- below zero for what was given back
  posted_at        timestamptz not null, -- wall time
  constraint processor_posts_pk primary key (bucket, id)
);
create index processor_posts_authorization_ix on processor_posts (bucket, authorization_id);
create index processor_posts_day_ix on processor_posts (processor, posted_at);

-- A message that could not be folded: most of all of a card that is not known yet.
create table processor_parked (
  id            uuid not null,           -- of the processor's name and the message
  processor     text not null,
  card_ref      text not null,
  reason        text not null,
  body_sealed   bytea not null,
  attempts      integer not null default 0,
  received_at   timestamptz not null,
  next_try_at   timestamptz not null,
  constraint processor_parked_pk primary key (id)
);
create index processor_parked_due_ix on processor_parked (next_try_at);
create index processor_parked_card_ix on processor_parked (processor, card_ref);

-- One row for each processor that was connected or asked for news.
create table processor_states (
  processor      text not null,
  secrets_sealed bytea,                  -- what `connect` fetched
  connected_at   timestamptz,
  cursor         text,
  polled_at      timestamptz,
  asked_at       timestamptz,            -- the last question
  balance_cents  bigint,
  balance_at     timestamptz,
  constraint processor_states_pk primary key (processor)
);

-- The holder that a processor wants before it issues a card: one for each account.
create table processor_holders (
  processor   text not null,
  account_id  uuid not null,
  external_id text not null,
  constraint processor_holders_pk primary key (processor, account_id)
);

-- A challenge whose passcode the processor sends itself has none here, and is answered with yes or no.
alter table three_ds_challenges alter column otp_sealed drop not null;
alter table three_ds_challenges add column processor text;
alter table three_ds_challenges add column processor_ref text;
alter table three_ds_challenges add column answer smallint;             -- 1 approved, 2 declined

grant select, insert, update, delete on card_issuances, processor_parked to cardwright_service;
grant select, insert, update on processor_cards, processor_authorizations, processor_states to cardwright_service;
grant select, insert on processor_card_routes, processor_posts, processor_holders to cardwright_service;

create or replace function purge_cards(p_bucket smallint, p_workspace uuid, p_limit integer) returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare
  card_ids uuid[];
  authorization_ids uuid[];
begin
  card_ids := array(select id from cards where bucket = p_bucket and workspace_id = p_workspace order by created_at desc limit p_limit);
  authorization_ids := array(select id from processor_authorizations where bucket = p_bucket and card_id = any(card_ids));
  delete from processor_posts where bucket = p_bucket and authorization_id = any(authorization_ids);
  delete from processor_authorizations where bucket = p_bucket and id = any(authorization_ids);
  delete from processor_card_routes where bucket = p_bucket and card_id = any(card_ids);
  delete from processor_cards where bucket = p_bucket and id = any(card_ids);
  delete from three_ds_challenges where bucket = p_bucket and card_id = any(card_ids);
  delete from card_history where bucket = p_bucket and card_id = any(card_ids);
  delete from card_secrets where bucket = p_bucket and card_id = any(card_ids);
  delete from card_number_routes where bucket = p_bucket and card_id = any(card_ids);
  delete from cards where bucket = p_bucket and id = any(card_ids);
  delete from card_issuances where bucket = p_bucket and workspace_id = p_workspace;
  return cardinality(card_ids);
end $$;

grant update (issuing_cents) on workspaces to cardwright_service;
