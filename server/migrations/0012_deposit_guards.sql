-- What is checked before money that arrived is credited: why it waits, whether an operator has released it, and what was
-- credited without one.

alter table chain_arrivals add column held_because text;             -- why it is not credited although it lies deep enough
alter table chain_arrivals add column held_since timestamptz;        -- wall time
alter table chain_arrivals add column released_base numeric(78, 0);  -- the amount that an operator has released: another one is judged anew
alter table chain_arrivals add column credited_at timestamptz;       -- wall time of a credit that no operator has released
alter table chain_arrivals add column credited_cents bigint;         -- and its amount: the credits of an hour are capped

alter table chain_arrivals add constraint chain_arrivals_held_ck check ((held_because is null) = (held_since is null));
alter table chain_arrivals add constraint chain_arrivals_credited_ck check ((credited_at is null) = (credited_cents is null));

create index chain_arrivals_held_ix on chain_arrivals (held_since) where held_because is not null;
create index chain_arrivals_credited_ix on chain_arrivals (credited_at) where credited_at is not null;
