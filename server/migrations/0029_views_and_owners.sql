-- A view of a list that a person saved: its filters, its order, its columns and its page size, as the address of the page has
-- them. The dashboard alone reads them (server/src/dashboard/views.ts).
create table user_views (
  id         uuid not null,
  user_id    uuid not null,
  list       text not null,           -- `cards`, `purchases`, `transactions`
  name       text not null,
  search     jsonb not null,          -- the parameters of the address, as texts
  is_default boolean not null,        -- what the list opens with
  created_at timestamptz not null,
  constraint user_views_pk primary key (id),
  constraint user_views_user_fk foreign key (user_id) references users (id) on delete cascade,
  constraint user_views_name_uq unique (user_id, list, name)
);

grant select, insert, delete, update (name, search, is_default) on user_views to cardwright_service;

-- The member of the team who looks after a card. A card without a row here has no owner.
create table card_owners (
  bucket       smallint not null,
  card_id      uuid not null,
  workspace_id uuid not null,
  user_id      uuid not null,
  set_at       timestamptz not null,  -- wall time
  constraint card_owners_pk primary key (bucket, card_id)
);
create index card_owners_user_ix on card_owners (bucket, workspace_id, user_id, card_id);

grant select, insert, delete, update (user_id, set_at) on card_owners to cardwright_service;

-- As before, with the owners.
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
  delete from card_owners where bucket = p_bucket and card_id = any(card_ids);
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
