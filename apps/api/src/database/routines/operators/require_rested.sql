-- Refuses whoever set up a second factor anew within the last day, because the one before was lost, to check money: an act
-- that somebody who checks it may approve.
create or replace function operators.require_rested(person operators.staff, wanted text) returns void
language plpgsql stable set search_path = '' as $$
declare
  checks_from constant timestamptz := (
    select checks_money_from from operators.secrets where staff_id = person.staff_id);
begin
  if checks_from > platform.now() and exists (
    select from operators.act_roles() as act where act.action = wanted and 'finance_checker' = any (checker_roles)
  ) then
    raise exception '% checks no money yet', person.username
      using errcode = 'insufficient_privilege', constraint = 'staff_resting', detail = to_json(checks_from) #>> '{}';
  end if;
end
$$;
