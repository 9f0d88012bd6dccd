-- Every type of transaction has its newest first, authorizations too. They are most of the rows, so the newest-first
-- index finds a page of them at once, but not where a long run of declines came last. The price is one more index on
-- the busiest table.

drop index transactions_type_ix;
create index transactions_type_ix on transactions (bucket, workspace_id, type, created_at desc);

-- The primary key is made again, so that it stays the youngest index: of indexes that look equally good to the planner,
-- as all do on a table without statistics, it takes that one.
alter table transactions drop constraint transactions_pk;
alter table transactions add constraint transactions_pk primary key (bucket, id);
