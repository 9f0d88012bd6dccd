-- What the dashboard shows besides the objects themselves: the log of requests, the totals of each day, and what
-- happened to a card.

-- ---------------------------------------------------------------------------------------------
-- The request log. It belongs to an account in an environment, so a sandbox reset does not clear it. Partitioned by
-- id, which is the request's: one key finds the newest, a range of time, and a single request.
-- ---------------------------------------------------------------------------------------------

create table request_log (
  bucket      smallint not null,
  id          uuid not null,         -- the request's, a uuid v7: the wall time it arrived at
  account_id  uuid not null,
  environment smallint not null,     -- 1 sandbox, 2 production
  status      smallint not null,
  duration_ms integer not null,
  method      text not null,
  path        text not null,         -- without its query
  error       text,                  -- the identifier of a refusal
  actor       text not null,         -- the public id of the key or the user
  ip          text not null,
  constraint request_log_pk primary key (bucket, account_id, environment, id)
) partition by range (id);

grant select, insert on request_log to cardwright_service;

-- ---------------------------------------------------------------------------------------------
-- The totals of each day, kept up by the worker, which follows the events of every workspace.
-- ---------------------------------------------------------------------------------------------

create table daily_totals (
  bucket         smallint not null,
  workspace_id   uuid not null,
  day            date not null,       -- the UTC day of workspace time
  type           smallint not null,   -- as in transactions: 1 authorization, 2 settlement, 3 refund, 4 decline
  mcc            text not null,       -- of settlements and refunds; else empty
  decline_reason smallint not null,   -- of declines; else 0
  count          bigint not null,
  spent_cents    bigint not null,     -- settlements less refunds; else 0
  constraint daily_totals_pk primary key (bucket, workspace_id, day, type, mcc, decline_reason),
  constraint daily_totals_type_ck check (type in (1, 2, 3, 4)),
  constraint daily_totals_count_ck check (count > 0)
) with (fillfactor = 70);

-- A row for every workspace: its events up to `sequence` are in the totals. Moved in the commit that adds them.
create table activity_cursors (
  bucket       smallint not null,
  workspace_id uuid not null,
  sequence     bigint not null,
  constraint activity_cursors_pk primary key (bucket, workspace_id)
) with (fillfactor = 50);

grant select, insert, update on daily_totals, activity_cursors to cardwright_service;

-- Events of the past may be gone, transactions are not. Nothing is written between the two statements.
lock table workspaces in share mode;
insert into activity_cursors (bucket, workspace_id, sequence) select bucket, id, event_sequence from workspaces;
insert into daily_totals (bucket, workspace_id, day, type, mcc, decline_reason, count, spent_cents)
select t.bucket, t.workspace_id, (t.created_at at time zone 'utc')::date, t.type,
  case when t.type in (2, 3) then m.mcc else '' end, coalesce(t.decline_reason, 0), count(*),
  sum(case when t.type in (2, 3) then -t.amount_cents else 0 end)
from transactions t join merchants m on m.bucket = t.bucket and m.id = t.merchant_id
group by 1, 2, 3, 4, 5, 6;

-- ---------------------------------------------------------------------------------------------
-- What happened to a card, apart from what it spent. Events forget after 30 days and do not know who acted; this is
-- kept as long as the card. An authorization writes here only when it freezes the card.
-- ---------------------------------------------------------------------------------------------

create table card_history (
  bucket       smallint not null,
  card_id      uuid not null,
  id           uuid not null,         -- a uuid v7: rows of a card are in the order of their ids
  workspace_id uuid not null,
  type         smallint not null,     -- see server/src/ledger/changes.ts
  amount_cents bigint,                -- of what moved money
  reason       text,                  -- why the card was frozen
  actor        text,                  -- the public id of the key or the user; null where nobody acted
  created_at   timestamptz not null,
  constraint card_history_pk primary key (bucket, card_id, id),
  constraint card_history_card_fk foreign key (bucket, card_id) references cards (bucket, id),
  constraint card_history_type_ck check (type between 1 and 8)
);

-- Append only.
grant select, insert on card_history to cardwright_service;

-- What the rows still tell of cards that are there already: their creation and termination, and the money between
-- them and the wallet. The first funding is that of the creation.
insert into card_history (bucket, card_id, id, workspace_id, type, amount_cents, created_at)
select f.bucket, f.card_id, f.operation_id, f.workspace_id, case when f.kind = 4 then 7 when f.kind = 3 then 3 when f.number = 1 then 1 else 2 end,
  f.amount_cents, f.created_at
from (
  select bucket, card_id, operation_id, workspace_id, kind, sum(amount_cents) as amount_cents, min(created_at) as created_at,
    row_number() over (partition by bucket, card_id, kind order by operation_id) as number
  from transfers where kind in (2, 3) or (kind = 4 and debit = 1)
  group by bucket, card_id, operation_id, workspace_id, kind) f;
insert into card_history (bucket, card_id, id, workspace_id, type, amount_cents, created_at)
select c.bucket, c.id, (lpad(to_hex((extract(epoch from c.terminated_at) * 1000)::bigint), 12, '0') || substr(replace(gen_random_uuid()::text, '-', ''), 13))::uuid,
  c.workspace_id, 7, 0, c.terminated_at
from cards c
where c.terminated_at is not null and not exists (select from card_history h where h.bucket = c.bucket and h.card_id = c.id and h.type = 7);

-- ---------------------------------------------------------------------------------------------
-- Upkeep: each partitioned table has its own span and its own time to live.
-- ---------------------------------------------------------------------------------------------

drop function ensure_partitions(timestamptz, integer);
drop function drop_partitions(timestamptz);
drop function partitioned_tables();

-- The request log is kept for seven days, in partitions of one; the others for thirty, in partitions of a week.
create function partitioned_tables() returns table (parent regclass, span_days integer, kept_days integer)
language sql stable set search_path = public, pg_temp as $$
  select c.oid::regclass, case c.relname when 'request_log' then 1 else 7 end, case c.relname when 'request_log' then 7 else 30 end
  from pg_class c where c.relkind = 'p' and c.relnamespace = 'public'::regnamespace
$$;

-- Makes the partitions from the one before this to `p_weeks` ahead, a week ahead where they are of days. A uuid v7
-- begins with 48 bits of milliseconds, so the bounds of a day are uuids too.
create function ensure_partitions(p_now timestamptz, p_weeks integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept record;
  first_day timestamptz;
  starts_at timestamptz;
  lower_id uuid;
  upper_id uuid;
  partition text;
begin
  for kept in select * from partitioned_tables() loop
    first_day := date_trunc(case kept.span_days when 1 then 'day' else 'week' end, p_now at time zone 'utc') at time zone 'utc';
    for n in -1..case kept.span_days when 1 then least(p_weeks, 1) * 7 else p_weeks end loop
      starts_at := first_day + n * kept.span_days * interval '24 hours';
      partition := kept.parent::text || '_' || to_char(starts_at at time zone 'utc', 'YYYYMMDD');
      if to_regclass(partition) is null then
        lower_id := (lpad(to_hex((extract(epoch from starts_at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
        upper_id := (lpad(to_hex((extract(epoch from starts_at + kept.span_days * interval '24 hours') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
        execute format('create table %I partition of %s for values from (%L) to (%L)', partition, kept.parent, lower_id, upper_id);
      end if;
    end loop;
  end loop;
end $$;

-- Drops the partitions of which all is older than their table is kept.
create function drop_partitions(p_now timestamptz) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept record;
  dropped integer := 0;
begin
  for kept in
    select i.inhrelid::regclass::text as partition, t.span_days, t.kept_days
    from pg_inherits i join partitioned_tables() t on i.inhparent = t.parent
  loop
    -- Judged here and not in the query, which may look at the date of a name before it knows that there is one.
    if to_date(right(kept.partition, 8), 'YYYYMMDD') + kept.span_days + kept.kept_days <= (p_now at time zone 'utc')::date then
      execute format('drop table %I', kept.partition);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end $$;

-- As before, with the tables of this migration. The cursor goes before the totals: without it nobody adds to them.
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
                              'card_number_routes', 'card_history', 'cards', 'activity_cursors', 'daily_totals'] loop
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
