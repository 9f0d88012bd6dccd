-- The decision hook: the address of a customer's server that is asked before an authorization is approved, and a log of
-- the questions.

create table decision_hooks (
  bucket                smallint not null,
  workspace_id          uuid not null,
  id                    uuid not null,
  url                   text not null,
  timeout_ms            smallint not null,
  on_timeout            smallint not null,          -- 1 decline, 2 approve: what counts where there is no answer
  active                boolean not null,
  card_ids              jsonb,                      -- uuids of the cards that are asked about; null for all
  secret_sealed         bytea not null,
  previous_secret       bytea,                      -- sealed; signs too until the next column's time
  previous_secret_until timestamptz,                -- wall time
  open_until            timestamptz,                -- wall time; nothing is asked before, because the hook kept failing
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  constraint decision_hooks_pk primary key (bucket, workspace_id),
  constraint decision_hooks_timeout_ck check (timeout_ms between 200 and 2000),
  constraint decision_hooks_fallback_ck check (on_timeout in (1, 2)),
  constraint decision_hooks_cards_ck check (jsonb_typeof(card_ids) = 'array')
) with (fillfactor = 50);

grant select, insert, update, delete on decision_hooks to cardwright_service;

-- Zero for a workspace that never had a hook. Whatever changes the hook raises it under the lock of the workspace's row, which
-- every authorization reads: so a process that remembers a hook knows whether it is still the present one.
alter table workspaces add column decision_hook_version integer not null default 0;
grant update (decision_hook_version) on workspaces to cardwright_service;

-- One question, or one authorization that had to do without. Partitioned by id and dropped after 30 days, as deliveries are.
create table decision_attempts (
  bucket           smallint not null,
  id               uuid not null,
  workspace_id     uuid not null,
  hook_id          uuid not null,
  decision_id      uuid not null,         -- the same again where a request is repeated before it was answered
  card_id          uuid,                  -- null for a test
  authorization_id uuid,                  -- of an increment
  amount_cents     bigint not null,
  merchant         text not null,
  outcome          smallint not null,     -- 1 approved, 2 declined, 3 timeout, 4 error, 5 fallback
  fallback         smallint,              -- 1 decline, 2 approve; null where the answer counted
  response_status  smallint,
  duration_ms      integer not null,
  created_at       timestamptz not null,  -- workspace time
  response_body    text,
  error            text,
  constraint decision_attempts_pk primary key (bucket, workspace_id, id),
  constraint decision_attempts_outcome_ck check (outcome between 1 and 5),
  constraint decision_attempts_fallback_ck check (fallback in (1, 2) and (fallback is null) = (outcome in (1, 2)))
) partition by range (id);

create index decision_attempts_card_ix on decision_attempts (bucket, workspace_id, card_id, id);
create index decision_attempts_outcome_ix on decision_attempts (bucket, workspace_id, outcome, id);

grant select, insert on decision_attempts to cardwright_service;

-- What became of the question, with the transaction that it was about.
alter table transaction_details add column decision jsonb;

-- As before, with what was asked of the decision hook, which was sent as well.
create or replace function purge_deliveries(p_bucket smallint, p_workspace uuid, p_limit integer) returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare
  endpoint record;
  removed bigint;
begin
  delete from decision_hooks where bucket = p_bucket and workspace_id = p_workspace;
  delete from decision_attempts where bucket = p_bucket and workspace_id = p_workspace and id = any(array(
    select id from decision_attempts where bucket = p_bucket and workspace_id = p_workspace order by id limit p_limit));
  get diagnostics removed = row_count;
  if removed > 0 then return removed; end if;
  select d.webhook_id, d.workspace_id into endpoint from webhook_deliveries d
  where d.bucket = p_bucket order by d.webhook_id limit 1;
  while endpoint.webhook_id is not null loop
    if endpoint.workspace_id = p_workspace then
      delete from webhook_deliveries where bucket = p_bucket and webhook_id = endpoint.webhook_id and id = any(array(
        select id from webhook_deliveries where bucket = p_bucket and webhook_id = endpoint.webhook_id order by id limit p_limit));
      get diagnostics removed = row_count;
      return removed;
    end if;
    select d.webhook_id, d.workspace_id into endpoint from webhook_deliveries d
    where d.bucket = p_bucket and d.webhook_id > endpoint.webhook_id order by d.webhook_id limit 1;
  end loop;
  return 0;
end $$;
