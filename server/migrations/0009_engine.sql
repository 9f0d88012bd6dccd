-- What the engine needs: a refusal of its own for a workspace that a reset has replaced, and the goal of a sandbox
-- clock that is on its way.

create function refuse_replaced_workspace() returns bigint
  language plpgsql
as $$
begin
  raise exception 'a reset has replaced this workspace' using errcode = 'CW001';
end
$$;

grant execute on function refuse_replaced_workspace() to cardwright_service;

-- The clock of a sandbox moves in steps, each with what comes due on the way. Where it is to arrive is fixed first, so
-- that steps which a crash interrupted are resumed and not repeated.
alter table workspaces add column clock_goal_ms bigint not null default 0;
