-- Settings that a new card is filled from. They belong to the workspace; changing a template changes no card.
create table card_templates (
  bucket               smallint not null,
  id                   uuid not null,
  workspace_id         uuid not null,
  name                 text not null,
  bin_id               text,               -- null where whoever creates a card names the BIN
  spending_limit_cents bigint,             -- null: the maximum of the BIN
  auto_freeze_cents    bigint,
  allowed_categories   text[] not null,
  controls             jsonb,              -- as cards.controls
  metadata             jsonb not null,
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  constraint card_templates_pk primary key (bucket, id)
);
create index card_templates_workspace_ix on card_templates (bucket, workspace_id, created_at desc);

grant select, insert, update, delete on card_templates to cardwright_service;

-- A card that took the place of another, and the other way round.
alter table cards add column replaces uuid;
alter table cards add column replaced_by uuid;

-- Two more things that happen to a card: another one took its place, or its processor refused the other one.
alter table card_history drop constraint card_history_type_ck;
alter table card_history add constraint card_history_type_ck check (type between 1 and 12) not valid;

-- A replacement takes over what the old card has, which may be nothing.
alter table card_issuances drop constraint card_issuances_amount_ck;
alter table card_issuances add constraint card_issuances_amount_ck check (amount_cents >= 0) not valid;

-- As before, with the templates, and with the transfers that are posted under the id of a card: money that came from the
-- account of issuances, or went there. They touch no wallet, so purge_transfers does not find them.
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
  delete from transfers where bucket = p_bucket and operation_id = any(card_ids);
  delete from cards where bucket = p_bucket and id = any(card_ids);
  delete from card_issuances where bucket = p_bucket and workspace_id = p_workspace;
  delete from card_templates where bucket = p_bucket and workspace_id = p_workspace;
  return cardinality(card_ids);
end $$;
