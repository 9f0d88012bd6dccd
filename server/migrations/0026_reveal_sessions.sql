-- A reveal session shows the number of one card, once, inside a page of one origin. The token stands in the fragment of its
-- address; only the token's hash is here. Rows go a day after they have ended (server/src/reveal/sessions.ts).
create table reveal_sessions (
  bucket       smallint not null,
  id           uuid not null,
  workspace_id uuid not null,
  card_id      uuid not null,
  token_hash   bytea not null,
  origin       text not null,          -- of the page that may frame it
  theme        jsonb not null,         -- server/src/reveal/theme.ts
  actor        text not null,          -- who asked for it: the number is shown in their name
  expires_at   timestamptz not null,   -- wall time
  opened_at    timestamptz,            -- wall time; null until the number was shown
  constraint reveal_sessions_pk primary key (bucket, id),
  constraint reveal_sessions_hash_ck check (octet_length(token_hash) = 32)
);
create index reveal_sessions_expiry_ix on reveal_sessions (expires_at);
create index reveal_sessions_card_ix on reveal_sessions (bucket, card_id);

grant select, insert, delete, update (opened_at) on reveal_sessions to cardwright_service;

-- As before, with the reveal sessions.
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
  delete from reveal_sessions where bucket = p_bucket and card_id = any(card_ids);
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
