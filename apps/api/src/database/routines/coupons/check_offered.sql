-- Throws unless the coupon has its offer's terms and was approved; answers how long the coupon is valid.
create or replace function coupons.check_offered(coupon coupons.coupons) returns interval language plpgsql
set search_path = '' as $$
declare
  -- Locked until the commit, so that an offer's coupons are counted one after another.
  offer coupons.offers;
  approved jsonb;
begin
  perform platform.ask_read_committed();
  select * into offer from coupons.offers where offer_id = coupon.offer_id for update;
  if (coupon.kind, coupon.name_key, coupon.effect, coupon.percent, coupon.fixed_micros, coupon.worth_max_micros,
      coupon.amount_min_micros, coupon.product_id, coupon.policy_version)
    is distinct from (offer.kind, offer.name_key, offer.effect, offer.percent, offer.fixed_micros,
      offer.worth_max_micros, offer.amount_min_micros, offer.product_id, offer.policy_version)
    or coupon.offer_number not between 1 and offer.issue_max
    or coupon.customer_number not between 1 and offer.per_customer_max
    or offer.closed_at is not null or coupon.issued_at < offer.starts_at
    or (offer.ends_at is not null and coupon.issued_at >= offer.ends_at)
    or offer.claim <> coupon.origin
    or (offer.customer_id is not null and offer.customer_id <> coupon.customer_id) then
    raise exception 'a coupon has the terms of its offer' using errcode = 'insufficient_privilege';
  end if;
  if (offer.kind = 'team') <> (coupon.team_id is not null) or (coupon.team_id is not null and not exists (
    select from coupons.teams where team_id = coupon.team_id and offer_id = coupon.offer_id
      and proposal_id = coupon.proposal_id)) then
    raise exception 'a team coupon belongs to its team' using errcode = 'insufficient_privilege';
  end if;
  if coupon.origin = 'staff' then
    approved := coupons.approved_payload(coupon.proposal_id, 'coupon.issue');
    if approved is null or (approved ->> 'offer_id')::uuid <> coupon.offer_id
      or (coupon.team_id is null and (approved ->> 'customer_id')::uuid <> coupon.customer_id) then
      raise exception 'nobody approved this coupon' using errcode = 'insufficient_privilege';
    end if;
  end if;
  return make_interval(hours => 24 * offer.life_days);
end $$;
