-- outside a transaction
-- The holds that are due for a comparison, and those that differ. Both indexes have only rows with an open hold.
drop index concurrently if exists processor_authorizations_due_ix;
create index concurrently processor_authorizations_due_ix on processor_authorizations (processor, compare_at)
  where compare_at is not null;
drop index concurrently if exists processor_authorizations_differ_ix;
create index concurrently processor_authorizations_differ_ix on processor_authorizations (processor) where differs_since is not null;
