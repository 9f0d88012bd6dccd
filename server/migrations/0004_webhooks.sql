-- Webhooks: the endpoints, how far each workspace's events have been handed to them, and their deliveries.

create table webhooks (
  bucket                smallint not null,
  id                    uuid not null,
  workspace_id          uuid not null,
  url                   text not null,
  event_types           smallint[] not null,       -- see server/src/events/event-types.ts; empty means all
  secret_sealed         bytea not null,
  previous_secret       bytea,                     -- sealed; signs too until the next column's time
  previous_secret_until timestamptz,               -- wall time
  active                boolean not null default true,
  failing_since         timestamptz,               -- workspace time of the first failure since the last success
  delivery_count        bigint not null default 0, -- numbers the deliveries, so that a list knows its total
  created_at            timestamptz not null,
  constraint webhooks_pk primary key (bucket, id)
) with (fillfactor = 50);

create index webhooks_workspace_ix on webhooks (bucket, workspace_id);

-- What an endpoint asked for, from one event to another. An event is judged by what was asked when it happened, also
-- when it is handed out only later. Windows that all events have passed are removed.
create table webhook_subscriptions (
  bucket         smallint not null,
  webhook_id     uuid not null,
  workspace_id   uuid not null,
  after_sequence bigint not null,       -- the last event that is not yet meant
  until_sequence bigint,                -- the last event that is; null while it goes on
  event_types    smallint[] not null,
  constraint webhook_subscriptions_pk primary key (bucket, webhook_id, after_sequence)
);

create index webhook_subscriptions_workspace_ix on webhook_subscriptions (bucket, workspace_id);

-- A row for every workspace that has ever had an endpoint: its events up to `sequence` have their deliveries.
create table webhook_cursors (
  bucket       smallint not null,
  workspace_id uuid not null,
  sequence     bigint not null,
  constraint webhook_cursors_pk primary key (bucket, workspace_id)
) with (fillfactor = 50);

-- One event for one endpoint. Partitioned by id, as events are. A pending one is due at `next_attempt_at`
-- of workspace time, so that a sandbox clock brings retries forward without touching them.
create table webhook_deliveries (
  bucket          smallint not null,
  id              uuid not null,
  workspace_id    uuid not null,
  webhook_id      uuid not null,
  number          bigint not null,              -- from the endpoint's delivery_count
  event_id        uuid not null,
  event_sequence  bigint not null,
  event_type      smallint not null,
  attempt         smallint not null default 0,  -- attempts made
  status          smallint not null default 1,  -- 1 pending, 2 succeeded, 3 failed
  response_status smallint,
  duration_ms     integer,
  next_attempt_at timestamptz,
  created_at      timestamptz not null,
  response_body   text,
  constraint webhook_deliveries_pk primary key (bucket, webhook_id, id),
  constraint webhook_deliveries_status_ck check (status in (1, 2, 3)),
  constraint webhook_deliveries_next_ck check ((status = 1) = (next_attempt_at is not null))
) partition by range (id);

create index webhook_deliveries_due_ix on webhook_deliveries (bucket, webhook_id, next_attempt_at) where status = 1;

-- Which worker process hands out the events of a bucket. A lease that lapses is anybody's. The first worker makes the rows.
create table webhook_leases (
  bucket smallint not null,
  owner  uuid,
  until  timestamptz not null,    -- wall time of the database
  constraint webhook_leases_pk primary key (bucket),
  constraint webhook_leases_bucket_ck check (bucket between 0 and 255)
);

-- The worker processes that are alive, so that each takes its share of the buckets and no more.
create table webhook_workers (
  id    uuid not null,
  until timestamptz not null,
  constraint webhook_workers_pk primary key (id)
);

grant select, insert, update, delete on webhooks, webhook_subscriptions, webhook_workers to cardwright_service;
grant select, insert, update on webhook_cursors, webhook_deliveries, webhook_leases to cardwright_service;

-- Ids are summarised as soon as a range of blocks is full: without it a look-up by id reads all that came
-- since the last vacuum.
drop index events_id_ix;
create index events_id_ix on events using brin (id) with (pages_per_range = 16, autosummarize = on);

-- Authorizations and declines are nearly all events, and a page of them is found at once from the newest; the
-- others are found here. The hot path never writes to it.
create index events_type_ix on events (bucket, workspace_id, type, sequence) where type not in (6, 8);

-- The partitions of everything that is kept for a time and then dropped.
drop function ensure_event_partitions(timestamptz, integer);
drop function drop_event_partitions(timestamptz);

create function partitioned_tables() returns setof regclass
language sql stable set search_path = public, pg_temp as $$
  select c.oid::regclass from pg_class c where c.relkind = 'p' and c.relnamespace = 'public'::regnamespace
$$;

-- Makes the partitions from last week to `p_weeks` ahead. A uuid v7 begins with 48 bits of milliseconds, so a
-- week's bounds are uuids too.
create function ensure_partitions(p_now timestamptz, p_weeks integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  parent regclass;
  week_start timestamptz;
  lower_id uuid;
  upper_id uuid;
  partition text;
begin
  for n in -1..p_weeks loop
    week_start := date_trunc('week', p_now at time zone 'utc') at time zone 'utc' + n * interval '7 days';
    lower_id := (lpad(to_hex((extract(epoch from week_start) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
    upper_id := (lpad(to_hex((extract(epoch from week_start + interval '7 days') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
    for parent in select * from partitioned_tables() loop
      partition := parent::text || '_' || to_char(week_start at time zone 'utc', 'YYYYMMDD');
      if to_regclass(partition) is null then
        execute format('create table %I partition of %s for values from (%L) to (%L)', partition, parent, lower_id, upper_id);
      end if;
    end loop;
  end loop;
end $$;

-- Drops the partitions whose whole week lies before `p_before`.
create function drop_partitions(p_before timestamptz) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  partition text;
  dropped integer := 0;
begin
  for partition in
    select i.inhrelid::regclass::text from pg_inherits i join partitioned_tables() as parent on i.inhparent = parent
  loop
    -- Judged here and not in the query, which may look at the date of a name before it knows that there is one.
    if to_date(right(partition, 8), 'YYYYMMDD') + 7 <= (p_before at time zone 'utc')::date then
      execute format('drop table %I', partition);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end $$;

-- As before, with the tables of this migration.
create or replace function purge_dead_workspace(p_bucket smallint, p_workspace uuid, p_limit integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  name text;
  removed bigint;
begin
  if exists (select from workspaces where bucket = p_bucket and id = p_workspace and live) then
    raise exception 'workspace is live';
  end if;
  foreach name in array array['webhook_deliveries', 'webhooks', 'webhook_subscriptions', 'webhook_cursors', 'hold_releases', 'holds',
                              'three_ds_challenges', 'transactions', 'merchants', 'transfers', 'deposits', 'events', 'idempotency_keys', 'card_secrets',
                              'card_number_routes', 'cards'] loop
    execute format('delete from %1$I where bucket = $1 and workspace_id = $2 and (tableoid, ctid) in '
      '(select tableoid, ctid from %1$I where bucket = $1 and workspace_id = $2 limit $3)', name)
      using p_bucket, p_workspace, p_limit;
    get diagnostics removed = row_count;
    if removed > 0 then return removed; end if;
  end loop;
  delete from workspaces where bucket = p_bucket and id = p_workspace;
  return 0;
end $$;

revoke execute on function ensure_partitions(timestamptz, integer) from public;
revoke execute on function drop_partitions(timestamptz) from public;
revoke execute on function partitioned_tables() from public;
grant execute on function ensure_partitions(timestamptz, integer) to cardwright_service;
grant execute on function drop_partitions(timestamptz) to cardwright_service;
