-- outside a transaction
-- States to push, by processor: a silent processor may have many that are due, and the others must not read past them.

drop index concurrently if exists processor_cards_push_by_ix;
create index concurrently processor_cards_push_by_ix on processor_cards (processor, push_at) where push_at is not null;

-- Few cards are restricted, and `check` counts them.
drop index concurrently if exists processor_cards_restricted_ix;
create index concurrently processor_cards_restricted_ix on processor_cards (processor) where restriction is not null;
