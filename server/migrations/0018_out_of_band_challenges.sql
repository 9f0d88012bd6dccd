-- A challenge that is answered with a yes or a no, at the processor that opened it.

-- Wall time. While a processor is being told an answer, no other answer is sent to it.
alter table three_ds_challenges add column answering_until timestamptz;

-- A card is confirmed without a purchase when a merchant stores it; and some processors name no amount.
alter table three_ds_challenges drop constraint three_ds_challenges_amount_ck;
alter table three_ds_challenges add constraint three_ds_challenges_amount_ck check (amount_cents >= 0) not valid;

-- Two more things that happen to a card: a payment was approved or declined by whoever was asked.
alter table card_history drop constraint card_history_type_ck;
alter table card_history add constraint card_history_type_ck check (type between 1 and 10) not valid;
