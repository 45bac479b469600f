-- Throws if the plan is not the coupon's customer's, or the worth does not follow from the terms and the plan.
create or replace function coupons.check_use(coupon coupons.coupons) returns void
language plpgsql set search_path = '' as $$
declare
  plan plans.plans;
  asked_micros bigint;
  cap bigint;
begin
  perform platform.ask_read_committed();
  select * into plan from plans.plans where plan_id = coupon.plan_id;
  if plan.customer_id is distinct from coupon.customer_id or plan.discount_micros is distinct from coupon.worth_micros
    or (coupon.product_id is not null and plan.product_id <> coupon.product_id) then
    raise exception 'a coupon is used for a plan of its customer' using errcode = 'insufficient_privilege';
  end if;
  -- An addition is on top of the requested amount, a deduction is part of it.
  asked_micros := plan.amount_micros - case coupon.effect when 'addition' then coupon.worth_micros else 0 end;
  if asked_micros < coupon.amount_min_micros
    or coupon.worth_micros > coalesce(coupon.fixed_micros, trunc(asked_micros::numeric * coupon.percent / 100)) then
    raise exception 'a coupon is worth what its terms say' using errcode = 'insufficient_privilege';
  end if;
  -- No time zone differs by more than a day.
  if abs(coupon.used_day - (coupon.closed_at at time zone 'UTC')::date) > 1 then
    raise exception 'a coupon is used now' using errcode = 'insufficient_privilege';
  end if;
  if coupon.team_id is null then
    return;
  end if;
  select cap_micros into cap from coupons.teams where team_id = coupon.team_id for update;
  if cap < coupon.worth_micros + (
    select coalesce(sum(worth_micros), 0) from coupons.coupons where team_id = coupon.team_id and state = 'used') then
    raise exception 'the team''s cap is used up' using errcode = 'check_violation', constraint = 'coupons_team_cap';
  end if;
end $$;
