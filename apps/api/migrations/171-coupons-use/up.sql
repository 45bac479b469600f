-- Using a coupon (PRODUCT §8): for one plan, worth what its terms say of that plan, and unused again where the plan
-- never ran (PRODUCT §4: everything is returned).
create or replace function coupons.guard_coupon() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  members constant text[] := array[
    'state', 'closed_at', 'revoke_reason', 'revoke_proposal_id', 'plan_id', 'worth_micros', 'used_day'];
  is_given_back constant boolean := old.state = 'used' and new.state in ('issued', 'expired');
begin
  if (old.state <> 'issued' or new.state = 'issued') and not is_given_back
    or (to_jsonb(new) - members) is distinct from (to_jsonb(old) - members) then
    raise exception 'a coupon closes once and otherwise never changes' using errcode = 'insufficient_privilege';
  end if;
  if is_given_back and not exists (
    select from plans.plans where plan_id = old.plan_id and status = 'putFailed') then
    raise exception 'a coupon comes back from a plan that never ran' using errcode = 'insufficient_privilege';
  end if;
  new.closed_at := date_trunc('milliseconds', platform.now());
  if new.state <> 'revoked' and (new.state = 'expired') <> (old.expires_at <= new.closed_at) then
    raise exception 'a coupon expires at its time and is used before' using errcode = 'insufficient_privilege';
  end if;
  if new.state = 'revoked' and (coupons.approved_payload(new.revoke_proposal_id, 'coupon.revoke') ->> 'coupon_id')::uuid
    is distinct from new.coupon_id then
    raise exception 'nobody approved revoking this coupon' using errcode = 'insufficient_privilege';
  end if;
  if new.state = 'used' then
    perform coupons.check_use(new);
  elsif new.state = 'issued' then
    new.closed_at := null;
  end if;
  return new;
end $$;

-- Throws where a plan is not the coupon's customer's, or the worth not what the terms make of that plan.
create function coupons.check_use(coupon coupons.coupons) returns void language plpgsql set search_path = '' as $$
declare
  plan plans.plans;
  asked_micros bigint;
  cap bigint;
begin
  select * into plan from plans.plans where plan_id = coupon.plan_id;
  if plan.customer_id is distinct from coupon.customer_id or plan.discount_micros is distinct from coupon.worth_micros
    or (coupon.product_id is not null and plan.product_id <> coupon.product_id) then
    raise exception 'a coupon is used for a plan of its customer' using errcode = 'insufficient_privilege';
  end if;
  -- An addition comes on top of what was asked for, a deduction is part of it.
  asked_micros := plan.amount_micros - case coupon.effect when 'addition' then coupon.worth_micros else 0 end;
  if asked_micros < coupon.amount_min_micros
    or coupon.worth_micros > coalesce(coupon.fixed_micros, trunc(asked_micros::numeric * coupon.percent / 100)) then
    raise exception 'a coupon is worth what its terms say' using errcode = 'insufficient_privilege';
  end if;
  -- No zone is further away than a day.
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

-- Two members of a team at the same moment would each see the whole cap left: whoever uses a coupon of it holds the
-- team until the commit.
create function coupons.lock_teams(team_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not platform.scope_is_system() then
    raise exception 'teams are locked by the program' using errcode = 'insufficient_privilege';
  end if;
  perform from coupons.teams where team_id = any (team_ids) order by team_id for update;
end $$;

revoke all on function coupons.check_use(coupons.coupons), coupons.lock_teams(uuid[]) from public;
grant execute on function coupons.lock_teams(uuid[]) to adtally_program;
