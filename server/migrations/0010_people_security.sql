-- An owner can require a second factor of everyone, and a one-time code works once.

alter table accounts add column require_two_factor boolean not null default false;

-- The thirty-second step, counted from 1970, of the newest code that was accepted. Codes up to it are spent.
alter table user_second_factors add column last_used_step bigint;
