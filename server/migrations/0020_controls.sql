-- What a customer lets a card do, and what has been used of it. Null for a card without controls, which costs its decisions
-- nothing; the row's lock covers the counters. Neither is indexed, so that updates of a card stay within its page.
alter table cards add column controls jsonb, add column usage jsonb;

-- What a hold has counted in each window and may give back.
alter table holds add column usage jsonb;

-- The merchant as the card network calls it, and where it says it is.
alter table merchants add column network_id text, add column city text;

-- Of a decline: which limit it met, and how much of that was used at the moment.
alter table transaction_details add column decline_detail jsonb;
