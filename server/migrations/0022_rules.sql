-- Rules: what a customer wants declined or challenged, in versions that never change; what a payment was judged by; what a
-- card's use looks like, as far as rules count it; counts of each day; and trials on history.

-- The number of the newest set of rules; zero where there has never been one.
alter table workspaces add column rules_version integer not null default 0;
grant update (rules_version) on workspaces to cardwright_service;

-- How the card was used, where a rule of its workspace counts that: server/src/rules/pattern-bytes.ts. Null: not kept.
alter table cards add column pattern bytea;

-- The set of rules that judged it, and the values of that moment: server/src/rules/rule-set.ts.
alter table transactions add column rules_version integer;
alter table transactions add column rule_facts jsonb;

create table rules (
  bucket       smallint not null,
  id           uuid not null,
  workspace_id uuid not null,
  version      integer not null,       -- the newest
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  deleted_at   timestamptz,            -- the versions stay: transactions show what judged them
  constraint rules_pk primary key (bucket, id)
);
create index rules_workspace_ix on rules (bucket, workspace_id) where deleted_at is null;

create table rule_versions (
  bucket       smallint not null,
  workspace_id uuid not null,
  rule_id      uuid not null,
  version      integer not null,
  name         text not null,
  action       smallint not null,      -- 1 decline, 2 challenge
  state        smallint not null,      -- 1 shadow, 2 active, 3 off
  conditions   jsonb not null,
  card_ids     uuid[],                 -- null: all cards
  created_at   timestamptz not null,
  constraint rule_versions_pk primary key (bucket, workspace_id, rule_id, version),
  constraint rule_versions_action_ck check (action in (1, 2)),
  constraint rule_versions_state_ck check (state in (1, 2, 3))
);

-- The rules of a workspace that were not off between two changes, in the order in which they were made.
create table rule_sets (
  bucket       smallint not null,
  workspace_id uuid not null,
  version      integer not null,
  rule_ids     uuid[] not null,
  versions     integer[] not null,     -- of each of them
  created_at   timestamptz not null,
  constraint rule_sets_pk primary key (bucket, workspace_id, version)
);

-- How often a rule matched on a day of workspace time, and how often it stopped a payment.
create table rule_days (
  bucket       smallint not null,
  workspace_id uuid not null,
  rule_id      uuid not null,
  day          date not null,
  matched      bigint not null,
  acted        bigint not null,
  constraint rule_days_pk primary key (bucket, workspace_id, rule_id, day)
) with (fillfactor = 50);

-- The merchants at which a card has bought, for cards whose pattern says that all of them are here.
create table card_merchants (
  bucket       smallint not null,
  card_id      uuid not null,
  merchant     text not null,          -- "#" and the network's id, or "=" and the name in lower case
  workspace_id uuid not null,
  constraint card_merchants_pk primary key (bucket, card_id, merchant)
);

create table rule_backtests (
  bucket        smallint not null,
  id            uuid not null,
  workspace_id  uuid not null,
  rule_id       uuid not null,
  rule_version  integer not null,
  from_time     timestamptz not null,
  to_time       timestamptz not null,
  status        smallint not null,     -- 1 pending, 2 running, 3 completed, 4 failed
  progress      smallint not null,     -- percent
  found         jsonb not null,        -- the counts so far and the examples
  resume        jsonb,                 -- where to go on, and what was found by then
  attempts      smallint not null default 0,
  lease_owner   uuid,
  lease_until   timestamptz not null,  -- wall time: nobody else works on it before
  created_at    timestamptz not null,
  completed_at  timestamptz,
  constraint rule_backtests_pk primary key (bucket, id),
  constraint rule_backtests_status_ck check (status in (1, 2, 3, 4))
);
create index rule_backtests_rule_ix on rule_backtests (bucket, workspace_id, rule_id, id);
create index rule_backtests_open_ix on rule_backtests (bucket, workspace_id, lease_until) where status in (1, 2);

grant select, insert, update on rules, rule_days, rule_backtests to cardwright_service;
grant select, insert on rule_versions, rule_sets, card_merchants to cardwright_service;

-- Few rows but for the days; a workspace has at most some hundred rules.
create function purge_rules(p_bucket smallint, p_workspace uuid) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  delete from rules where bucket = p_bucket and workspace_id = p_workspace;
  delete from rule_versions where bucket = p_bucket and workspace_id = p_workspace;
  delete from rule_sets where bucket = p_bucket and workspace_id = p_workspace;
  delete from rule_days where bucket = p_bucket and workspace_id = p_workspace;
  delete from rule_backtests where bucket = p_bucket and workspace_id = p_workspace;
end $$;
revoke execute on function purge_rules(smallint, uuid) from public;

-- As before, with the merchants of the cards, and with the rules.
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
  delete from card_merchants where bucket = p_bucket and card_id = any(card_ids);
  delete from card_secrets where bucket = p_bucket and card_id = any(card_ids);
  delete from card_number_routes where bucket = p_bucket and card_id = any(card_ids);
  delete from transfers where bucket = p_bucket and operation_id = any(card_ids);
  delete from cards where bucket = p_bucket and id = any(card_ids);
  delete from card_issuances where bucket = p_bucket and workspace_id = p_workspace;
  delete from card_templates where bucket = p_bucket and workspace_id = p_workspace;
  perform purge_rules(p_bucket, p_workspace);
  return cardinality(card_ids);
end $$;
