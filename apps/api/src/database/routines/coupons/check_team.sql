-- A team's leader must be approved by two people, and its cap be its offer's.
create or replace function coupons.check_team() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  approved jsonb := coupons.approved_payload(new.proposal_id, 'coupon.issue');
begin
  new.created_at := platform.now();
  if approved is null or (approved ->> 'offer_id')::uuid <> new.offer_id
    or (approved ->> 'customer_id')::uuid <> new.leader_id
    or new.cap_micros is distinct from (select team_cap_micros from coupons.offers where offer_id = new.offer_id) then
    raise exception 'nobody approved this team' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
