-- Months of VIP (PRODUCT §12): paid when opened, earned as they pass, cancelled pro rata. The money is the ledger's; no
-- column here holds a balance.
create schema vip;
grant usage on schema vip to adtally_program;

create table vip.months (
  vip_id uuid primary key,
  customer_id uuid not null references identity.customers,
  -- The policy's when it was opened, for the whole month.
  policy_version integer not null references policies.versions,
  price_micros bigint not null check (price_micros >= 0),
  fee_percent bigint not null,
  vip_fee_percent bigint not null check (vip_fee_percent between 0 and 100),
  -- The customer's then: the month ends at the same hour of the same day there.
  time_zone text not null,
  opened_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > opened_at),
  -- Set once, by the end of the month or by the customer before it.
  ended_at timestamptz,
  end_reason text check (end_reason in ('over', 'cancelled')),
  -- What came back of the price, and the rebates that were taken off it.
  refund_micros bigint check (refund_micros between 0 and price_micros),
  rebate_micros bigint check (rebate_micros >= 0),
  check (vip_fee_percent < fee_percent),
  check ((ended_at is null) = (end_reason is null)),
  check ((end_reason is not distinct from 'cancelled') = (refund_micros is not null)),
  check ((refund_micros is null) = (rebate_micros is null))
);
create unique index months_one_at_a_time on vip.months (customer_id) where ended_at is null;
create index months_listed on vip.months (customer_id, vip_id desc);

-- A calendar month after a moment, on a zone's clock: a day that the next month does not have is its last one, an hour
-- that a change of the clock leaves out is the one after it.
create function vip.month_end(opened_at timestamptz, time_zone text) returns timestamptz
language sql stable set search_path = '' as $$
  select ((opened_at at time zone time_zone) + interval '1 month') at time zone time_zone
$$;

-- Whoever writes: the terms are those of the policy, and the month is a month.
create function vip.check_month() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  terms jsonb := (select values from policies.versions where version = new.policy_version);
begin
  if new.price_micros <> (terms ->> 'vip_price_micros')::bigint
    or new.fee_percent <> (terms ->> 'platform_fee_percent')::bigint
    or new.vip_fee_percent <> (terms ->> 'vip_fee_percent')::bigint
    or new.ends_at <> vip.month_end(new.opened_at, new.time_zone) or new.ended_at is not null then
    raise exception 'a month of VIP has the policy''s terms' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger months_opened before insert on vip.months for each row execute function vip.check_month();

create function vip.guard_month() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null
    or (to_jsonb(new) - array['ended_at', 'end_reason', 'refund_micros', 'rebate_micros'])
      is distinct from (to_jsonb(old) - array['ended_at', 'end_reason', 'refund_micros', 'rebate_micros']) then
    raise exception 'a month of VIP ends once and otherwise never changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger months_guarded before update on vip.months for each row execute function vip.guard_month();
create trigger months_stay before delete or truncate on vip.months
  for each statement execute function platform.refuse_change();
alter table vip.months enable always trigger months_opened, enable always trigger months_guarded,
  enable always trigger months_stay;

alter table vip.months enable row level security;
create policy owner on vip.months to adtally_program using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
revoke all on all functions in schema vip from public;
grant execute on function vip.month_end(timestamptz, text) to adtally_program;
grant select, insert on vip.months to adtally_program;
grant update (ended_at, end_reason, refund_micros, rebate_micros) on vip.months to adtally_program;
