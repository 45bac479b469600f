-- An owed conversion must be a real one of that plan, with its payout.
create or replace function plans.ask_conversion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not platform.acts_as_owner() and not exists (
    select from delivery.events event join plans.plans plan using (plan_id)
    where event_id = new.conversion_id and kind = 'conversion' and rule is null and (
      plan_id, occurred_at, plan.customer_id, plan.advertiser_id, plan.payout_micros
    ) = (new.plan_id, new.occurred_at, new.customer_id, new.advertiser_id, new.payout_micros)
  ) then
    raise exception 'conversion % of plan % did not happen so', new.conversion_id, new.plan_id
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;
