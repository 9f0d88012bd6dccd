-- The addresses that `connect` has enrolled and not removed since, so that after a change of address our own old endpoints can be
-- told from those of others. Null for a processor that was connected before this column was there.
alter table processor_states add column enrolled_urls text[];
-- The first attempt to read events. A processor that has never answered is as old as this.
alter table processor_states add column first_polled_at timestamptz;

-- Which version of which authorization a stored message is, so that a newer one can replace it. Null in older rows.
alter table processor_parked add column authorization_ref text;
alter table processor_parked add column version bigint;

-- Why the processor itself has frozen the card. While it is set, our state is not pushed over it.
alter table processor_cards add column restriction text;

-- What the processor still requires of a holder. Cards of a holder with a `disabled_reason` decline.
alter table processor_holders add column disabled_reason text;
alter table processor_holders add column past_due text[];
grant update (disabled_reason, past_due) on processor_holders to cardwright_service;
