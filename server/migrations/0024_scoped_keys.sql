-- What a key may do, and how far. A key of the release before has null in the new columns: all scopes, or every `:read` where it
-- is read only, and no bounds.
alter table api_keys add column kind smallint not null default 1;         -- 1 standard, 2 agent
alter table api_keys add column scopes text[];                            -- null: all, also those of later releases
alter table api_keys add column card_ids uuid[];                          -- null: not bound to cards
alter table api_keys add column own_cards boolean not null default false; -- bound to the cards made through it
alter table api_keys add column budget_cents bigint;
alter table api_keys add column budget_window smallint;                   -- 1 day, 2 week, 3 month, 4 year, 5 all time
alter table api_keys add column expires_at timestamptz;                   -- real time
alter table api_keys add column ip_allow text[];                          -- networks; null: from anywhere
alter table api_keys add column scope_uses jsonb not null default '{}';   -- when each scope was last used, to the minute

-- The key through which a card was made. A card that took another one's place belongs to the key of that one.
create table key_cards (
  bucket       smallint not null,
  card_id      uuid not null,
  workspace_id uuid not null,
  key_id       uuid not null,
  constraint key_cards_pk primary key (bucket, card_id)
);
create index key_cards_key_ix on key_cards (bucket, workspace_id, key_id, card_id);

-- What a key has used of its budget in one window. Written under the lock of the workspace row, as the wallet is.
create table key_budgets (
  bucket       smallint not null,
  workspace_id uuid not null,
  key_id       uuid not null,
  time_window  smallint not null,     -- as api_keys.budget_window
  period       integer not null,      -- the number of that window: server/src/controls/windows.ts
  used_cents   bigint not null,
  constraint key_budgets_pk primary key (bucket, workspace_id, key_id),
  constraint key_budgets_used_ck check (used_cents >= 0)
);

grant select, insert on key_cards to cardwright_service;
grant select, insert, update on key_budgets to cardwright_service;

-- As before, with the keys that cards belong to, and the budgets of the workspace.
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
  delete from key_cards where bucket = p_bucket and card_id = any(card_ids);
  delete from transfers where bucket = p_bucket and operation_id = any(card_ids);
  delete from cards where bucket = p_bucket and id = any(card_ids);
  delete from card_issuances where bucket = p_bucket and workspace_id = p_workspace;
  delete from card_templates where bucket = p_bucket and workspace_id = p_workspace;
  delete from key_budgets where bucket = p_bucket and workspace_id = p_workspace;
  perform purge_rules(p_bucket, p_workspace);
  return cardinality(card_ids);
end $$;
