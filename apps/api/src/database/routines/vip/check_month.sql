-- Whatever the writer, the terms must be the policy's, and the month a calendar month.
create or replace function vip.check_month() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  terms jsonb := (select values from policies.versions where version = new.policy_version);
begin
  if new.price_micros <> (terms ->> 'vip_price_micros')::bigint
    or new.fee_percent <> (terms ->> 'platform_fee_percent')::bigint
    or new.vip_fee_percent <> (terms ->> 'vip_fee_percent')::bigint
    or new.ends_at <> vip.month_end(new.opened_at, new.time_zone) or new.ended_at is not null
    or new.earned_until <> new.opened_at then
    raise exception 'a month of VIP has the policy''s terms' using errcode = 'check_violation';
  end if;
  return new;
end $$;
