-- An offer must be approved by two people with exactly these terms.
create or replace function coupons.check_offer() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  approved jsonb := coupons.approved_payload(new.proposal_id, 'coupon_offer.create');
  terms jsonb := to_jsonb(new);
  member text;
begin
  new.created_at := platform.now();
  if approved is null or new.closed_at is not null or new.texts <> approved -> 'texts' then
    raise exception 'nobody approved this coupon offer' using errcode = 'insufficient_privilege';
  end if;
  foreach member in array array[
    'offer_id', 'kind', 'effect', 'percent', 'fixed_micros', 'worth_max_micros', 'amount_min_micros', 'product_id',
    'claim', 'life_days', 'issue_max', 'per_customer_max', 'team_cap_micros', 'customer_id', 'policy_version'
  ] loop
    if terms ->> member is distinct from approved ->> member then
      raise exception 'nobody approved % of this coupon offer', member using errcode = 'insufficient_privilege';
    end if;
  end loop;
  if new.starts_at <> (approved ->> 'starts_at')::timestamptz
    or new.ends_at is distinct from (approved ->> 'ends_at')::timestamptz then
    raise exception 'nobody approved the time of this coupon offer' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
