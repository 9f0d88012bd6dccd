-- Somebody asks for money for one purchase; a person, a key or the policy of the asking key decides. Approved, it is a card.
create table spend_requests (
  bucket        smallint not null,
  id            uuid not null,
  workspace_id  uuid not null,
  key_id        uuid,                       -- that asked; null for a person
  requested_by  text not null,              -- public id of the key or of the person
  status        smallint not null,          -- 1 pending, 2 approved, 3 used, 4 denied, 5 expired, 6 canceled
  amount_cents  bigint not null,
  merchant      jsonb not null,             -- name, url, id
  reason        text not null,
  valid_for_s   integer not null,           -- how long the card may be used, from the approval on
  metadata      jsonb not null,
  decided_by    text,                       -- public id; null where the policy of the key decided, or nobody
  decided_at    timestamptz,
  note          text,
  card_id       uuid,                       -- while a processor has yet to issue it, the id that it will have
  created_at    timestamptz not null,
  due_at        timestamptz,                -- when it ends by itself, while it is pending or approved
  ended_at      timestamptz,
  outcome       smallint,                   -- what became of the purchase: 1 success, 2 blocked, 3 abandoned; null until it is reported
  outcome_note  text,
  constraint spend_requests_pk primary key (bucket, id),
  constraint spend_requests_status_ck check (status between 1 and 6),
  constraint spend_requests_outcome_ck check (outcome between 1 and 3),
  constraint spend_requests_amount_ck check (amount_cents > 0),
  constraint spend_requests_due_ck check ((due_at is not null) = (status in (1, 2)))
) with (fillfactor = 80);

create index spend_requests_list_ix on spend_requests (bucket, workspace_id, created_at desc, id desc);
create index spend_requests_status_ix on spend_requests (bucket, workspace_id, status, created_at desc, id desc);
-- An agent's list shows its own alone, among what others have asked for.
create index spend_requests_key_ix on spend_requests (bucket, workspace_id, key_id, created_at desc, id desc) where key_id is not null;
create index spend_requests_key_status_ix on spend_requests (bucket, workspace_id, key_id, status, created_at desc, id desc) where key_id is not null;
create index spend_requests_due_ix on spend_requests (bucket, workspace_id, due_at, id) where due_at is not null;
create index spend_requests_any_due_ix on spend_requests (due_at) where due_at is not null;

grant select, insert, update on spend_requests to cardwright_service;

-- What a key may have without asking a person: amounts and merchants. Null: a person decides everything.
alter table api_keys add column spend_policy jsonb;

-- What that policy has approved on one day of workspace time, beside what the key has used of its budget.
alter table key_budgets add column automatic_day integer not null default 0;
alter table key_budgets add column automatic_cents bigint not null default 0;

-- The request that a card was made for.
alter table cards add column spend_request_id uuid;

-- As before, with the spend requests.
create or replace function purge_cards(p_bucket smallint, p_workspace uuid, p_limit integer) returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare
  card_ids uuid[];
  authorization_ids uuid[];
  removed bigint;
begin
  delete from spend_requests where bucket = p_bucket and id = any(array(
    select id from spend_requests where bucket = p_bucket and workspace_id = p_workspace order by created_at desc limit p_limit));
  get diagnostics removed = row_count;
  if removed > 0 then return removed; end if;
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
