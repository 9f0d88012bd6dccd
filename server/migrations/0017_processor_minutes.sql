-- What the dashboard shows of a processor. The histogram on /metrics belongs to one process and ends with it; these counts are
-- added up by all processes, so that everybody sees the same last hour.

create table processor_minutes (
  processor text not null,
  minute    timestamptz not null,        -- wall time, when it begins
  what      smallint not null,           -- 1 answered, 2 too late, 3 failed, 4 news that no message had brought
  up_to_ms  integer not null,            -- the bound of the durations that are counted here; 0 where nothing is timed
  times     integer not null,
  constraint processor_minutes_pk primary key (processor, minute, what, up_to_ms),
  constraint processor_minutes_what_ck check (what in (1, 2, 3, 4)),
  constraint processor_minutes_times_ck check (times > 0)
);
create index processor_minutes_age_ix on processor_minutes (minute);

alter table processor_states add column news_read_at timestamptz;  -- `polled_at` is the attempt; this is its success
alter table processor_states add column held_cents bigint;         -- what cards there held open when the balance was read

grant select, insert, update, delete on processor_minutes to cardwright_service;
