-- In a sandbox a decision hook may take up to ten minutes, so that its handler can be stepped through. `timeout_ms` stays the
-- limit that the previous release knows, and that production has.
alter table decision_hooks add column long_timeout_ms integer,
  add constraint decision_hooks_long_timeout_ck check (long_timeout_ms between 2001 and 600000);
