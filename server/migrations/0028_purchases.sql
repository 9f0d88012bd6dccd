-- outside a transaction
-- A purchase is an authorization with everything that follows from it. The dashboard lists purchases by status, newest first,
-- so the hold keeps what its entries come to. For each authorization this costs 32 bytes in a row that is written anyway and one
-- entry of one index, and one entry more each time its status changes (that update was never a HOT one: holds_due_ix asks for the
-- status). The other indexes hold declines, and settlements and refunds without an authorization, which are few.

-- Null in a hold from before, until the worker has summed it: server/src/purchases/sum-old-holds.ts.
alter table holds add column if not exists created_at timestamptz;
alter table holds add column if not exists authorized_cents bigint;
alter table holds add column if not exists settled_cents bigint;
alter table holds add column if not exists refunded_cents bigint;

-- The expression is that of server/src/purchases/purchase-status.ts.
drop index concurrently if exists holds_purchase_ix;
create index concurrently holds_purchase_ix on holds (bucket, workspace_id,
  (case when refunded_cents > 0 then case when refunded_cents >= settled_cents and status <> 1 then 7 else 6 end
        when settled_cents > 0 then case when status = 1 then 3 else 2 end
        when status = 3 then 4 when status = 4 then 5 else status::integer end),
  created_at desc, id desc) where created_at is not null;

-- The holds that are still to be summed: empty once they are.
drop index concurrently if exists holds_unsummed_ix;
create index concurrently holds_unsummed_ix on holds (bucket, id) where created_at is null;

-- What is a purchase by itself, without a hold: a decline, and a settlement or refund without an authorization.
drop index concurrently if exists transactions_alone_ix;
create index concurrently transactions_alone_ix on transactions (bucket, workspace_id, type, created_at desc, id desc)
  where authorization_id is null and refund_of is null and type <> 1;

drop index concurrently if exists transactions_reason_ix;
create index concurrently transactions_reason_ix on transactions (bucket, workspace_id, decline_reason, created_at desc, id desc)
  where authorization_id is null and decline_reason is not null;

-- The merchants of a category.
drop index concurrently if exists merchants_mcc_ix;
create index concurrently merchants_mcc_ix on merchants (bucket, mcc, workspace_id);
