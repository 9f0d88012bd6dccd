-- What increments, and settlements above their hold, have taken from the wallet since the last use of the card ended it. An
-- increment may take what the card returned when it ended (refunded_cents) less this. Null unless its last use ended the card.
alter table cards add column taken_after_end_cents bigint;
