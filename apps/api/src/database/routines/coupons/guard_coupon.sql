-- Issued, then once used, expired or revoked; unused again only if its plan never ran (PRODUCT §4: everything is
-- returned).
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
    insert into coupons.uses (plan_id, coupon_id, customer_id, worth_micros, used_at)
    values (new.plan_id, new.coupon_id, new.customer_id, new.worth_micros, new.closed_at);
  elsif new.state = 'issued' then
    new.closed_at := null;
  end if;
  return new;
end $$;
