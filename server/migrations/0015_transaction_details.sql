-- What is known of a transaction besides its amount in USD: the amount in the merchant's currency, and the references of
-- the processor and the network. A row exists only for a transaction of which one of them is known, so that the others
-- cost nothing.

create table transaction_details (
  bucket                 smallint not null,
  transaction_id         uuid not null,
  workspace_id           uuid not null,
  merchant_amount        bigint,            -- in the smallest unit of its currency; the sign is that of the transaction
  merchant_currency      char(3),           -- ISO 4217; null where the merchant asked in USD
  conversion_rate        text,              -- decimal: USD for one whole unit of the currency
  processor              text,              -- its name in processors.json
  network_transaction_id text,
  auth_code              text,
  arn                    text,              -- acquirer reference number
  source                 smallint,          -- 1 stand_in: somebody else approved it in our place
  processor_word         text,              -- why the processor declined, in its own word
  constraint transaction_details_pk primary key (bucket, transaction_id),
  constraint transaction_details_foreign_ck check (
    num_nulls(merchant_amount, merchant_currency, conversion_rate) in (0, 3) and merchant_amount > 0),
  constraint transaction_details_rate_ck check (conversion_rate ~ '^[0-9]{1,12}([.][0-9]{1,12})?$'),
  constraint transaction_details_source_ck check (source > 0),
  constraint transaction_details_length_ck check (
    length(processor) <= 100 and length(network_transaction_id) <= 100 and length(auth_code) <= 20
    and length(arn) <= 50 and length(processor_word) <= 200)
);

-- Append only.
grant select, insert on transaction_details to cardwright_service;

-- The rates of a sandbox that differ from the built-in ones. One row for a workspace, replaced as a whole.
create table sandbox_rates (
  bucket       smallint not null,
  workspace_id uuid not null,
  rates        jsonb not null,
  constraint sandbox_rates_pk primary key (bucket, workspace_id)
);

grant select, insert, update on sandbox_rates to cardwright_service;

-- As before, with the details of the transactions.
create or replace function purge_transactions(p_bucket smallint, p_workspace uuid, p_limit integer) returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare
  transaction_ids uuid[];
  merchant_ids uuid[];
  release_ids uuid[];
begin
  select array_agg(t.id), array_agg(distinct t.merchant_id) into transaction_ids, merchant_ids
  from (select id, merchant_id from transactions where bucket = p_bucket and workspace_id = p_workspace
        order by created_at desc limit p_limit) t;
  if transaction_ids is null then return 0; end if;
  select coalesce(array_agg(r.id), '{}') into release_ids
  from unnest(transaction_ids) as u (id) join hold_releases r on r.bucket = p_bucket and r.authorization_id = u.id;
  delete from transfers where bucket = p_bucket and operation_id = any(transaction_ids || release_ids);
  delete from hold_releases where bucket = p_bucket and id = any(release_ids);
  delete from holds where bucket = p_bucket and id = any(transaction_ids);
  delete from merchants where bucket = p_bucket and id = any(merchant_ids);
  delete from transaction_details where bucket = p_bucket and transaction_id = any(transaction_ids);
  delete from transactions where bucket = p_bucket and id = any(transaction_ids);
  return cardinality(transaction_ids);
end $$;

-- As before, with the rates of the sandbox.
create or replace function purge_dead_workspace(p_bucket smallint, p_workspace uuid, p_step integer, p_limit integer) returns integer
language plpgsql security definer set search_path = public, pg_temp
-- By index and with one plan, whatever the statistics say of tables that grow and shrink.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  removed bigint;
begin
  if exists (select from workspaces where bucket = p_bucket and id = p_workspace and live) then
    raise exception 'workspace is live';
  end if;
  for step in greatest(p_step, 1)..9 loop
    removed := 0;
    case step
      when 1 then removed := purge_deliveries(p_bucket, p_workspace, p_limit);
      when 2 then
        delete from webhooks where bucket = p_bucket and workspace_id = p_workspace;
        delete from webhook_subscriptions where bucket = p_bucket and workspace_id = p_workspace;
        delete from webhook_cursors where bucket = p_bucket and workspace_id = p_workspace;
        delete from sandbox_rates where bucket = p_bucket and workspace_id = p_workspace;
      when 3 then
        -- The cursor goes before the totals: without it nobody adds to them.
        delete from activity_cursors where bucket = p_bucket and workspace_id = p_workspace;
        delete from daily_totals where bucket = p_bucket and workspace_id = p_workspace and day = any(array(
          select distinct day from (select day from daily_totals where bucket = p_bucket and workspace_id = p_workspace order by day limit p_limit) d));
        get diagnostics removed = row_count;
      when 4 then
        delete from events where bucket = p_bucket and workspace_id = p_workspace and sequence = any(array(
          select sequence from events where bucket = p_bucket and workspace_id = p_workspace order by sequence limit p_limit));
        get diagnostics removed = row_count;
      when 5 then
        delete from idempotency_keys where bucket = p_bucket and workspace_id = p_workspace and key_hash = any(array(
          select key_hash from idempotency_keys where bucket = p_bucket and workspace_id = p_workspace order by key_hash limit p_limit));
        get diagnostics removed = row_count;
      when 6 then removed := purge_transactions(p_bucket, p_workspace, p_limit);
      when 7 then removed := purge_transfers(p_bucket, p_workspace, p_limit);
      when 8 then removed := purge_deposits(p_bucket, p_workspace, p_limit);
      when 9 then removed := purge_cards(p_bucket, p_workspace, p_limit);
    end case;
    if removed > 0 then return step; end if;
  end loop;
  delete from workspaces where bucket = p_bucket and id = p_workspace;
  return 0;
end $$;
