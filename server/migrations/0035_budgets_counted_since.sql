-- Since when used_cents is counted, in workspace time: the first amount of its window. What a key moved before it had a budget is
-- not in it. Null in a row from before, until its next window.
alter table key_budgets add column counted_since timestamptz;
