-- The update of a workspace calls this for one that a reset has replaced. On a distributed database the update runs where the
-- row lies, and a function in it may depend on nothing but its arguments. It never returns, so it is immutable; the argument
-- keeps the planner from calling it beforehand. The function without an argument stays for the release before.
create function refuse_replaced_workspace(p_workspace uuid) returns bigint
language plpgsql immutable as $$
begin
  raise exception 'a reset has replaced this workspace' using errcode = 'CW001';
end
$$;

grant execute on function refuse_replaced_workspace(uuid) to cardwright_service;
