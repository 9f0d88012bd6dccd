-- outside a transaction
-- Cards by the last four digits of their number. The digits come first, and not the bucket: without statistics the planner
-- takes the youngest of the indexes that fit equally well, and this one must not fit where a card is read by its key.

drop index concurrently if exists cards_last4_ix;
create index concurrently cards_last4_ix on cards (last4, bucket, workspace_id, created_at desc);
