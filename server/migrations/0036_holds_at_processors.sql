-- Open holds are compared with what their processors hold. `compare_at` is the queue: a row is due from that time on, and null
-- where nothing is held. `placed_by` is the question that changed the hold last, until a report about it arrives: only such a
-- question can be taken back. A question whose outcome a report has told already holds nothing: `decided` counts our decisions,
-- `requests` those that the newest report knows, and `last_request_at` is the processor's time of the last of them.
alter table processor_authorizations
  add column decided integer not null default 0,
  add column requests integer not null default 0,
  add column last_request_at timestamptz,
  add column placed_by uuid,
  add column placed_cents bigint,
  add column compare_at timestamptz,
  add column differs_since timestamptz,       -- null where both sides hold the same
  add column outside_cents bigint;            -- what the processor holds where that differs

alter table processor_states add column holds_compared_at timestamptz;

-- A card whose state could not be read is left alone until this time, so that it does not stand in front of the others.
alter table processor_cards add column unread_until timestamptz;

-- The key under which a holder is created after its first key was used up: a processor that repeats a failure under the key that
-- failed would repeat it for a day.
create table processor_holder_keys (
  processor  text not null,
  account_id uuid not null,
  holder_key uuid not null,
  constraint processor_holder_keys_pk primary key (processor, account_id)
);
grant select, insert, update on processor_holder_keys to cardwright_service;
