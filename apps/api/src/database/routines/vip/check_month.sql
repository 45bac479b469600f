-- Whatever the writer, a month begins now, lasts a calendar month of its zone, and has the policy's terms.
create or replace function vip.check_month() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  terms jsonb := (select values from policies.versions where version = new.policy_version);
begin
  if (new.price_micros, new.fee_percent, new.vip_fee_percent) is distinct from (
      (terms ->> 'vip_price_micros')::bigint, (terms ->> 'platform_fee_percent')::bigint,
      (terms ->> 'vip_fee_percent')::bigint)
    or new.ended_at is not null then
    raise exception 'a month of VIP has the policy''s terms' using errcode = 'check_violation';
  end if;
  new.opened_at := date_trunc('milliseconds', platform.now());
  new.ends_at := vip.month_end(new.opened_at, new.time_zone);
  new.earned_until := new.opened_at;
  return new;
end $$;
