-- Months of VIP (PRODUCT §12): paid when opened, earned as they pass, cancelled pro rata. The money is the ledger's; no
-- column here holds a balance.
create schema vip;

create table vip.months (
  vip_id uuid primary key,
  customer_id uuid not null references identity.customers,
  -- The policy's when it was opened, for the whole month.
  policy_version integer not null references policies.versions,
  price_micros bigint not null check (price_micros >= 0),
  fee_percent bigint not null,
  vip_fee_percent bigint not null check (vip_fee_percent between 0 and 100),
  -- The customer's then: the month ends at the same hour of the same day there.
  time_zone text not null constraint months_time_zone_real check (
    time_zone ~ '^([A-Za-z][A-Za-z_/+-]*|(Etc/)?GMT([+-]?0|[+-][1-9]|[+-]1[0-4])|EST5EDT|CST6CDT|MST7MDT|PST8PDT)$'),
  opened_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > opened_at),
  -- Until when it has been earned.
  earned_until timestamptz not null,
  -- Set once, by the end of the month or by the customer before it.
  ended_at timestamptz,
  end_reason text check (end_reason in ('over', 'cancelled')),
  -- What came back of the price, and the rebates that were taken off it.
  refund_micros bigint check (refund_micros between 0 and price_micros),
  rebate_micros bigint check (rebate_micros >= 0),
  check (vip_fee_percent < fee_percent),
  check (earned_until between opened_at and ends_at),
  check ((ended_at is null) = (end_reason is null)),
  check ((end_reason is not distinct from 'cancelled') = (refund_micros is not null)),
  check ((refund_micros is null) = (rebate_micros is null))
);
create unique index months_one_at_a_time on vip.months (customer_id) where ended_at is null;
create index months_listed on vip.months (customer_id, vip_id desc);

-- What these tables' rows allow the books.
insert into ledger.cause_kinds (cause_kind, allowed_by) values
  ('vip', 'vip.allowed_by_vip');
