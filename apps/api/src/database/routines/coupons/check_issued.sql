-- A coupon is issued to a customer, now, on the policy's or its offer's terms.
create or replace function coupons.check_issued() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Whole milliseconds, as in paging positions.
  new.issued_at := date_trunc('milliseconds', platform.now());
  -- No time zone differs by more than a day.
  if new.state <> 'issued' or abs(new.issued_day - (new.issued_at at time zone 'UTC')::date) > 1
    or not exists (
      select from identity.customers where customer_id = new.customer_id and person_id = new.person_id) then
    raise exception 'a coupon is issued to a customer, now' using errcode = 'insufficient_privilege';
  end if;
  new.expires_at := new.issued_at + case new.origin
    when 'newcomer' then coupons.check_newcomer(new) else coupons.check_offered(new) end;
  return new;
end $$;
