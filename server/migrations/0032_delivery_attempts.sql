-- Every attempt of a delivery, oldest first: when, how it was answered, and what was signed with it. The worker appends with
-- the statement that counts the attempt, and never reads it. Bounded by MAX_KEPT_ATTEMPTS (server/src/webhooks/delivery-attempts.ts).
alter table webhook_deliveries add column attempts jsonb not null default '[]';
