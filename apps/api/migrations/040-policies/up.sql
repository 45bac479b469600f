-- The versioned policy table. Bounds, the direction that is to a customer's disadvantage, two people and 30 days'
-- notice are enforced here too, where neither the program nor a mistake in it gets round them.
create schema policies;

create table policies.bounds (
  name text primary key,
  minimum bigint not null,
  maximum bigint not null check (maximum >= minimum),
  disadvantage text not null check (disadvantage in ('up', 'down', 'any', 'none'))
);
insert into policies.bounds (name, minimum, maximum, disadvantage) values
  ('platform_fee_percent', 0, 30, 'up'),
  ('vip_fee_percent', 0, 30, 'up'),
  ('vip_price_micros', 0, 100000000, 'up'),
  ('publisher_hold_ms', 2592000000, 5184000000, 'up'),
  ('conversion_window_ms', 86400000, 1036800000, 'any'),
  ('settlement_limit_ms', 172800000, 1209600000, 'up'),
  ('no_delivery_limit_ms', 86400000, 604800000, 'up'),
  ('review_limit_ms', 3600000, 259200000, 'up'),
  ('plan_duration_default_ms', 86400000, 2592000000, 'any'),
  ('plan_duration_max_ms', 604800000, 7776000000, 'any'),
  ('plan_amount_min_micros', 1000000, 100000000, 'up'),
  ('plan_amount_max_micros', 100000000, 50000000000, 'down'),
  ('conversion_cap_percent', 100, 1000, 'down'),
  ('learning_conversions_count', 30, 50, 'none'),
  ('pace_percent', 100, 1000, 'any'),
  ('device_daily_count', 1, 24, 'any'),
  ('impression_limit_ms', 60000, 600000, 'none'),
  ('device_hourly_count', 1, 24, 'any'),
  ('device_product_daily_count', 1, 96, 'any'),
  ('device_advertiser_daily_count', 1, 192, 'any'),
  ('session_idle_ms', 3600000, 2592000000, 'none'),
  ('session_max_ms', 86400000, 2592000000, 'none'),
  ('staff_idle_ms', 300000, 1800000, 'none'),
  ('withdrawal_send_limit_ms', 3600000, 259200000, 'up'),
  ('hold_limit_ms', 3600000, 259200000, 'up'),
  ('hold_extended_limit_ms', 259200000, 864000000, 'up'),
  ('beneficiary_wait_ms', 0, 86400000, 'up'),
  ('deposit_auto_book_max_micros', 0, 1000000000, 'down'),
  ('deposit_auto_book_day_max_micros', 0, 100000000000, 'down'),
  ('newcomer_coupon_percent', 0, 50, 'down'),
  ('newcomer_coupon_max_micros', 0, 100000000, 'down'),
  ('startup_grant_micros', 0, 100000000, 'down'),
  ('startup_term_ms', 604800000, 7776000000, 'down'),
  ('follow_fee_max_percent', 0, 30, 'up'),
  ('level_window_ms', 2592000000, 31536000000, 'down'),
  ('level_1_spend_micros', 1000000, 1000000000000, 'up'),
  ('level_2_spend_micros', 1000000, 1000000000000, 'up'),
  ('level_3_spend_micros', 1000000, 1000000000000, 'up'),
  ('level_4_spend_micros', 1000000, 1000000000000, 'up'),
  ('exchange_paying_limit_ms', 3600000, 259200000, 'up'),
  ('exchange_confirming_limit_ms', 86400000, 864000000, 'any'),
  ('exchange_spread_max_percent', 0, 10, 'up'),
  ('exchange_reference_age_max_ms', 3600000, 259200000, 'up'),
  ('exchange_fee_max_percent', 0, 3, 'up'),
  ('exchange_bond_kept_ms', 864000000, 7776000000, 'down'),
  ('traffic_rule_notice_ms', 86400000, 2592000000, 'down'),
  ('seller_missing_limit_ms', 86400000, 5184000000, 'none'),
  ('traffic_appeal_limit_ms', 1209600000, 7776000000, 'down');

create table policies.versions (
  version integer primary key check (version > 0),
  -- Whole decimal text by figure.
  values jsonb not null check (jsonb_typeof(values) = 'object'),
  effective_from timestamptz not null,
  reason text not null check (reason <> ''),
  -- Version 1 is the defaults, written down when the database was made; every other was approved.
  proposal_id uuid unique references operators.proposals,
  -- From the decision, filled by the trigger.
  maker_id uuid references operators.staff,
  checker_id uuid references operators.staff,
  decided_at timestamptz not null,
  check ((version = 1) = (proposal_id is null)),
  check (version = 1 or (maker_id is not null and checker_id is not null and checker_id <> maker_id))
);
