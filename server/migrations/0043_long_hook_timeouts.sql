-- In a sandbox a decision hook may take up to ten minutes, so that its handler can be stepped through. `timeout_ms` stays the
-- limit that the previous release knows, and that production has; `long_timeout_ms` counts only while it is at its maximum.
alter table decision_hooks add column long_timeout_ms integer;
