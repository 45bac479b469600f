-- Throws unless these are the policy's terms of a newcomer coupon; answers how long the coupon is valid.
create or replace function coupons.check_newcomer(coupon coupons.coupons) returns interval language plpgsql stable
set search_path = '' as $$
declare
  figures jsonb := (select values from policies.versions where version = coupon.policy_version);
begin
  if coupon.kind <> 'discount' or coupon.name_key <> 'newcomer' or coupon.effect <> 'deduction'
    or coupon.percent is distinct from (figures ->> 'newcomer_coupon_percent')::bigint
    or coupon.worth_max_micros is distinct from (figures ->> 'newcomer_coupon_max_micros')::bigint
    or coupon.fixed_micros is not null or coupon.amount_min_micros <> 0 or coupon.product_id is not null
    or coupon.team_id is not null then
    raise exception 'a newcomer coupon has the terms of the policy' using errcode = 'insufficient_privilege';
  end if;
  if not platform.acts_as_owner() and not policies.is_in_force(coupon.policy_version) then
    raise exception 'a newcomer coupon must name the policy version that is in force now' using errcode = 'check_violation';
  end if;
  return interval '720 hours';
end $$;
