-- What the service may do, and the few acts of upkeep it may do only through these functions.

grant usage on schema public to cardwright_service;

grant select on accounts, workspace_routes, bins, schema_migrations to cardwright_service;
grant insert, update on accounts, workspace_routes to cardwright_service;
grant select, insert, update on api_keys, data_keys to cardwright_service;
grant select, insert, update on workspaces, cards, deposits, audit_chains to cardwright_service;
grant select, insert on card_secrets, card_number_routes to cardwright_service;
grant select, insert, update, delete on idempotency_keys to cardwright_service;
grant select, insert, update on holds, three_ds_challenges to cardwright_service;
-- Append only.
grant select, insert on transfers, transactions, hold_releases, merchants, events, audit_log to cardwright_service;

-- Makes the event partitions from this week to `p_weeks` ahead. A uuid v7 begins with 48 bits of
-- milliseconds, so a week's bounds are uuids too.
create function ensure_event_partitions(p_now timestamptz, p_weeks integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  week_start timestamptz;
  lower_id uuid;
  upper_id uuid;
  partition text;
begin
  for n in -1..p_weeks loop
    week_start := date_trunc('week', p_now at time zone 'utc') at time zone 'utc' + n * interval '7 days';
    partition := 'events_' || to_char(week_start at time zone 'utc', 'YYYYMMDD');
    if to_regclass(partition) is null then
      lower_id := (lpad(to_hex((extract(epoch from week_start) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
      upper_id := (lpad(to_hex((extract(epoch from week_start + interval '7 days') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
      execute format('create table %I partition of events for values from (%L) to (%L)', partition, lower_id, upper_id);
      execute format('grant select, insert on %I to cardwright_service', partition);
    end if;
  end loop;
end $$;

-- Drops the partitions whose whole week lies before `p_before`.
create function drop_event_partitions(p_before timestamptz) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  partition text;
  dropped integer := 0;
begin
  for partition in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass
      and to_date(right(c.relname, 8), 'YYYYMMDD') + 7 <= (p_before at time zone 'utc')::date
  loop
    execute format('drop table %I', partition);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

-- Removes up to `p_limit` rows of a table that belong to a workspace that is no longer live.
-- The service may not delete transfers; this function refuses to touch a live workspace.
create function purge_dead_workspace(p_bucket smallint, p_workspace uuid, p_limit integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  name text;
  removed bigint;
begin
  if exists (select from workspaces where bucket = p_bucket and id = p_workspace and live) then
    raise exception 'workspace is live';
  end if;
  foreach name in array array['hold_releases', 'holds', 'three_ds_challenges', 'transactions', 'merchants', 'transfers',
                              'deposits', 'events', 'idempotency_keys', 'card_secrets', 'card_number_routes', 'cards'] loop
    execute format('delete from %1$I where bucket = $1 and workspace_id = $2 and (tableoid, ctid) in '
      '(select tableoid, ctid from %1$I where bucket = $1 and workspace_id = $2 limit $3)', name)
      using p_bucket, p_workspace, p_limit;
    get diagnostics removed = row_count;
    if removed > 0 then return removed; end if;
  end loop;
  delete from workspaces where bucket = p_bucket and id = p_workspace;
  return 0;
end $$;

-- They run with the owner's rights, so nobody but the service may call them.
revoke execute on function ensure_event_partitions(timestamptz, integer) from public;
revoke execute on function drop_event_partitions(timestamptz) from public;
revoke execute on function purge_dead_workspace(smallint, uuid, integer) from public;
grant execute on function ensure_event_partitions(timestamptz, integer) to cardwright_service;
grant execute on function drop_event_partitions(timestamptz) to cardwright_service;
grant execute on function purge_dead_workspace(smallint, uuid, integer) to cardwright_service;
