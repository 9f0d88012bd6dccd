-- No statement of the background tasks may cost more because there is more history: the indexes they walk by, leases that are
-- not rewritten every second, and a purge that finds the rows of a dead workspace by the keys of their parents.

-- ---------------------------------------------------------------------------------------------
-- Expired idempotency keys, open holds and pending deposits, oldest first. The summary of blocks found nothing in less than
-- a whole table once rows of all ages shared its blocks.
-- ---------------------------------------------------------------------------------------------

drop index idempotency_keys_age_ix;
create index idempotency_keys_age_ix on idempotency_keys (created_at);
create index holds_expiry_ix on holds (expires_at) where status = 1;
create index deposits_expiry_ix on deposits (expires_at) where status = 1;
create index user_links_expiry_ix on user_links (expires_at);

-- The few sandboxes whose clock was moved: what is due there is not due by the wall clock.
create index workspaces_shifted_ix on workspaces (bucket, id) where clock_offset_ms > 0;

-- ---------------------------------------------------------------------------------------------
-- Webhooks. The deliveries of an endpoint by status, newest first.
-- ---------------------------------------------------------------------------------------------

create index webhook_deliveries_status_ix on webhook_deliveries (bucket, webhook_id, status, id);

-- A lease holds as long as the row of its worker is there. The worker renews that one row; whoever finds it lapsed removes it
-- and frees its leases in the same transaction.
alter table webhook_leases drop column until;
update webhook_leases set owner = null;

-- ---------------------------------------------------------------------------------------------
-- The purge of a dead workspace.
-- ---------------------------------------------------------------------------------------------

create index card_number_routes_card_ix on card_number_routes (bucket, card_id);
-- A withdrawal or termination that only repaid a debt: it moved no wallet and has no transaction, so nothing else leads to it.
create index transfers_repaid_ix on transfers (bucket, workspace_id) where kind in (3, 4) and wallet_sequence is null;

drop function purge_dead_workspace(smallint, uuid, integer);

-- Removes transactions with what hangs on them: their holds, the releases of those, the transfers of all, and the merchants.
create function purge_transactions(p_bucket smallint, p_workspace uuid, p_limit integer) returns bigint
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
  delete from transactions where bucket = p_bucket and id = any(transaction_ids);
  return cardinality(transaction_ids);
end $$;

-- Whole operations: every leg of one that moved the wallet, or that only repaid a debt.
create function purge_transfers(p_bucket smallint, p_workspace uuid, p_limit integer) returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare
  operation_ids uuid[];
begin
  operation_ids := array(select operation_id from transfers
    where bucket = p_bucket and workspace_id = p_workspace and wallet_sequence is not null order by wallet_sequence limit p_limit);
  if cardinality(operation_ids) = 0 then
    operation_ids := array(select operation_id from transfers
      where bucket = p_bucket and workspace_id = p_workspace and kind in (3, 4) and wallet_sequence is null limit p_limit);
  end if;
  delete from transfers where bucket = p_bucket and operation_id = any(operation_ids);
  return cardinality(operation_ids);
end $$;

create function purge_deposits(p_bucket smallint, p_workspace uuid, p_limit integer) returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare
  deposit_ids uuid[];
begin
  deposit_ids := array(select id from deposits where bucket = p_bucket and workspace_id = p_workspace order by created_at desc limit p_limit);
  delete from transfers where bucket = p_bucket and operation_id = any(deposit_ids);
  delete from deposits where bucket = p_bucket and id = any(deposit_ids);
  return cardinality(deposit_ids);
end $$;

create function purge_cards(p_bucket smallint, p_workspace uuid, p_limit integer) returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare
  card_ids uuid[];
begin
  card_ids := array(select id from cards where bucket = p_bucket and workspace_id = p_workspace order by created_at desc limit p_limit);
  delete from three_ds_challenges where bucket = p_bucket and card_id = any(card_ids);
  delete from card_history where bucket = p_bucket and card_id = any(card_ids);
  delete from card_secrets where bucket = p_bucket and card_id = any(card_ids);
  delete from card_number_routes where bucket = p_bucket and card_id = any(card_ids);
  delete from cards where bucket = p_bucket and id = any(card_ids);
  return cardinality(card_ids);
end $$;

-- Deliveries are found by their endpoint, and endpoints that were deleted have left theirs behind. So this goes from one
-- endpoint of the bucket to the next, one row each, and takes those whose rows bear this workspace.
create function purge_deliveries(p_bucket smallint, p_workspace uuid, p_limit integer) returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare
  endpoint record;
  removed bigint;
begin
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

-- Removes about `p_limit` rows of a workspace that a reset left behind, from step `p_step` on, and says at which step it is:
-- whoever calls it again with that step does not look through what is empty already. Step 0 means that all is gone.
create function purge_dead_workspace(p_bucket smallint, p_workspace uuid, p_step integer, p_limit integer) returns integer
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

revoke execute on function purge_transactions(smallint, uuid, integer) from public;
revoke execute on function purge_transfers(smallint, uuid, integer) from public;
revoke execute on function purge_deposits(smallint, uuid, integer) from public;
revoke execute on function purge_cards(smallint, uuid, integer) from public;
revoke execute on function purge_deliveries(smallint, uuid, integer) from public;
revoke execute on function purge_dead_workspace(smallint, uuid, integer, integer) from public;
grant execute on function purge_dead_workspace(smallint, uuid, integer, integer) to cardwright_service;
