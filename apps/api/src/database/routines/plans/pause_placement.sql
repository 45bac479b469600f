-- Pauses or resumes a placement of a running plan of the scope's customer, and notifies delivery; answers `done`,
-- even if there was nothing to do, or why not. Locks the plan's row, so that two at once can't pause its last
-- placement. This is the only way to write pauses.
create or replace function plans.pause_placement(of_plan uuid, at_placement uuid, is_paused boolean) returns text
language plpgsql security definer set search_path = '' as $$
declare
  owner constant uuid := platform.scope_customer_id();
  plan_status text;
  paused_now boolean;
begin
  perform platform.ask_read_committed();
  select status into plan_status from plans.plans
  where plan_id = of_plan and customer_id = owner for no key update;
  if not found then return 'plan_not_found'; end if;
  if plan_status <> 'putting' then return 'plan_not_pausable'; end if;
  if not exists (
    select from statistics.plan_placements where plan_id = of_plan and placement_id = at_placement
  ) then
    return 'placement_not_found';
  end if;
  paused_now := exists (
    select from plans.placement_pauses
    where plan_id = of_plan and placement_id = at_placement and resumed_at is null);
  if paused_now = is_paused then return 'done'; end if;
  if is_paused and not exists (
    select from statistics.plan_placements as other
    where other.plan_id = of_plan and other.placement_id <> at_placement and not exists (
      select from plans.placement_pauses as pause
      where pause.plan_id = of_plan and pause.placement_id = other.placement_id and pause.resumed_at is null)
  ) then
    return 'placement_last';
  end if;
  if is_paused then
    insert into plans.placement_pauses (plan_id, sequence, customer_id, placement_id, paused_at)
    select of_plan, coalesce(max(sequence), 0) + 1, owner, at_placement, platform.now()
    from plans.placement_pauses where plan_id = of_plan;
  else
    update plans.placement_pauses set resumed_at = platform.now()
    where plan_id = of_plan and placement_id = at_placement and resumed_at is null;
  end if;
  perform pg_notify('plans_delivery', of_plan::text);
  return 'done';
end
$$;
