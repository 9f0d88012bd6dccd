-- Since when the state of a card at its processor has not been the one that it has here. A push that fails for long is told
-- from one that is on its way by this time: the audit, `doctor` and the metrics name it.
-- Such a card always waits for a push, so that it is found by the index of those.
alter table processor_cards add column differs_since timestamptz;        -- null where the states agree
