-- Checks that an event's charge is its placement's price, its fee its plan's, and that it happened under a lease of its
-- plan that has not ended, or is still open where it is charged, and not in the future (by more than a minute, as
-- processes' clocks differ). The rules of invalid
-- traffic go by ids, so an id must be of the event's time, or up to a day later, since ids keep increasing when a
-- clock is set back. A conversion must follow a click of the same decision within the plan's window, be of a goal that
-- the product names, and pay the plan's payout if that goal pays. What a rule found invalid names the version that was
-- in force. One query per batch; what many events share is looked up once.
create or replace function delivery.ask_terms() returns trigger
language plpgsql security definer set search_path = '' set enable_hashjoin = off
set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
declare
  at constant timestamptz := platform.now();
begin
  if exists (
    select from (
      select kind, plan_id, placement_id, publisher_id, lease_id, charge_micros, fee_micros, payout_micros,
        min(occurred_at) as first_at, max(occurred_at) as last_at,
        min(uuid_extract_timestamp(event_id) - occurred_at) as least_ahead,
        max(uuid_extract_timestamp(event_id) - occurred_at) as most_ahead
      from added where kind <> 'conversion'
      group by kind, plan_id, placement_id, publisher_id, lease_id, charge_micros, fee_micros, payout_micros
    ) as seen
    left join delivery.leases lease
      on lease.lease_id = seen.lease_id and lease.plan_id = seen.plan_id and ends_at > at
    left join marketplace.placements placement
      on placement.placement_id = seen.placement_id and placement.publisher_id = seen.publisher_id
    left join plans.plans plan on plan.plan_id = seen.plan_id
    cross join lateral (
      select case
        when kind = 'impression' and price_model = 'CPM' then price_micros / 1000
        when kind = 'click' and price_model = 'CPC' then price_micros
        else 0 end as charge_micros
    ) as agreed
    where granted_at is null or agreed.charge_micros > 0 and (closed_at is not null or closes_at <= at)
      or first_at < least(granted_at, at) - interval '1 minute' or last_at > at + interval '1 minute'
      or least_ahead < - interval '1 minute' or most_ahead > interval '24 hours'
      or (seen.charge_micros, seen.fee_micros, seen.payout_micros) is distinct from (
        agreed.charge_micros, agreed.charge_micros * platform_fee_percent / 100, 0)
  ) or exists (
    select from added conversion where kind = 'conversion' and not exists (
      select from delivery.events click join delivery.budgets using (plan_id)
      where click.decision_id = conversion.decision_id and click.kind = 'click' and click.goal = ''
        and (click.plan_id, click.placement_id, click.publisher_id, click.lease_id)
          = (conversion.plan_id, conversion.placement_id, conversion.publisher_id, conversion.lease_id)
        and conversion.goal = any (budgets.goals)
        and (conversion.charge_micros, conversion.fee_micros, conversion.payout_micros)
          = (0, 0, case when conversion.goal = budgets.paid_goal then budgets.payout_micros else 0 end)
        and uuid_extract_timestamp(conversion.event_id) between
          conversion.occurred_at - interval '1 minute' and conversion.occurred_at + interval '24 hours'
        and (click.rule is null or conversion.rule is not null)
        and conversion.occurred_at between click.occurred_at - interval '1 minute' and at + interval '1 minute'
        and conversion.occurred_at < click.occurred_at + conversion_window_ms * interval '1 millisecond')
  ) then
    raise exception 'an event of this batch is not on the terms of its plan and its placement, or not of its time'
      using errcode = 'check_violation';
  end if;
  if exists (
    select from (
      select distinct rule, rule_version, date_bin('1 minute', occurred_at, timestamptz 'epoch') as minute
      from added where rule is not null
    ) as judged
    where rule_version is distinct from delivery.rule_version_at(rule, minute)
  ) then
    raise exception 'an event of this batch must be judged by the version of the rule that is in force when it happens'
      using errcode = 'check_violation';
  end if;
  return null;
end
$$;
