-- One row per bucket. On a distributed database a row tells Citus the shard of the rows that a statement adds, so that they
-- need not pass through the coordinator (server/src/database/bulk.ts). Nothing else reads it.
create table buckets (
  bucket smallint,
  constraint buckets_pk primary key (bucket),
  constraint buckets_bucket_ck check (bucket between 0 and 255)
);
insert into buckets (bucket) select generate_series(0, 255);
grant select on buckets to cardwright_service;
