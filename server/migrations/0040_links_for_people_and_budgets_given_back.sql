-- A reveal session that an agent key asked for has no token: only a signed-in person opens it, in the dashboard
-- (docs/adr/0045-what-an-agent-gets.md).
alter table reveal_sessions add column for_person boolean not null default false;

-- The window of the asking key's budget in which the approved amount counts (server/src/controls/windows.ts). Null when it counts in
-- none: the key had no budget, or the request ended unused and its amount was given back.
alter table spend_requests add column budget_period integer;
