-- Placed plans, their status and its history, and what settling them left (PRODUCT §3, §4). Money is the ledger's: no
-- column here holds a balance or a spend that someone could type. Whoever writes, a plan's status follows PRODUCT §4's
-- table, its terms and its history never change, and a customer's transaction sees its own rows only.
create schema plans;

create sequence plans.plan_numbers start 100001;

-- No foreign keys to customer and product: placing is the hottest write, and checking such a key would lock the
-- same product's row in every commit. Placing checks both in its own transaction.
create table plans.plans (
  plan_id uuid primary key,
  -- Taken from plans.plan_numbers before the row is written (`nextPlanNumbers`), in one place: a row without one is
  -- refused.
  number text not null unique,
  customer_id uuid not null,
  product_id uuid not null,
  advertiser_id uuid not null,
  cash_micros bigint not null check (cash_micros >= 0),
  discount_micros bigint not null check (discount_micros >= 0),
  startup_micros bigint not null check (startup_micros >= 0),
  amount_micros bigint not null
    generated always as (cash_micros + discount_micros + startup_micros) stored check (amount_micros > 0),
  -- Fixed by placing.
  payout_micros bigint not null check (payout_micros > 0),
  conversion_cap bigint not null check (conversion_cap > 0),
  platform_fee_percent bigint not null check (platform_fee_percent between 0 and 100),
  conversion_window_ms bigint not null check (conversion_window_ms > 0),
  policy_version integer not null,
  created_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > created_at),
  -- The zone by whose days it is paced: the customer's, else that of the request that placed it. A name, as a
  -- customer's is.
  time_zone text not null constraint plans_time_zone_real check (
    time_zone ~ '^([A-Za-z][A-Za-z_/+-]*|(Etc/)?GMT([+-]?0|[+-][1-9]|[+-]1[0-4])|EST5EDT|CST6CDT|MST7MDT|PST8PDT)$'),
  -- Placed on a product with an approved creative: waitPut and matching at the same moment.
  matched_at_once boolean not null,
  status text not null,
  -- Why it is in its status, and since when; for a creative's refusal the reviewer's words.
  status_trigger text not null,
  status_detail text,
  status_at timestamptz not null,
  paused boolean not null default false check (not paused or status <> 'waitPut')
) with (fillfactor = 85);
create index plans_by_customer on plans.plans (customer_id, plan_id);
create index plans_open on plans.plans (product_id, plan_id) where status in ('waitPut', 'matching', 'putting');

-- A plan's timeline after its placing, which the plan itself tells; written by the trigger on plans.plans alone, so it
-- needs no foreign key to say whose.
create table plans.status_changes (
  plan_id uuid not null,
  sequence smallint not null,
  customer_id uuid not null,
  status text not null,
  trigger text not null,
  detail text,
  changed_at timestamptz not null,
  primary key (plan_id, sequence)
);

-- When a customer took a placement out of a running plan, and in again; kept for good. Written by plans.pause_placement
-- alone, so it needs no foreign key to say whose. A plan that ends leaves its last pauses as they are.
create table plans.placement_pauses (
  plan_id uuid not null,
  sequence smallint not null,
  customer_id uuid not null,
  placement_id uuid not null,
  paused_at timestamptz not null,
  resumed_at timestamptz check (resumed_at >= paused_at),
  primary key (plan_id, sequence)
);
create unique index placement_pauses_open on plans.placement_pauses (plan_id, placement_id) where resumed_at is null;

-- Which publishers a plan's spend went to: whose unsettled accounts a settlement has to look at.
create table plans.plan_publishers (
  plan_id uuid not null references plans.plans,
  publisher_id uuid not null,
  primary key (plan_id, publisher_id)
);

-- Conversions beyond what was reserved, waiting for the advertiser's top-up in event order (PRODUCT §4).
create table plans.owed_conversions (
  conversion_id uuid primary key,
  plan_id uuid not null references plans.plans,
  customer_id uuid not null,
  advertiser_id uuid not null,
  payout_micros bigint not null check (payout_micros > 0),
  occurred_at timestamptz not null,
  paid_at timestamptz,
  -- Found invalid before it was paid.
  cancelled_at timestamptz,
  check (paid_at is null or cancelled_at is null)
);
create index owed_conversions_waiting on plans.owed_conversions (advertiser_id, occurred_at, conversion_id)
  where paid_at is null and cancelled_at is null;
create index owed_conversions_by_plan on plans.owed_conversions (plan_id);

-- The result of a settled plan; a later revision stands in for the one before it. Never changed.
create table plans.results (
  plan_id uuid not null references plans.plans,
  revision smallint not null check (revision > 0),
  customer_id uuid not null,
  product_id uuid not null,
  advertiser_id uuid not null,
  settled_at timestamptz not null,
  created_at timestamptz not null,
  -- `settlement`, `invalid` (found after it), `owed` (paid after it), `restored` (by an appeal) or `share`: an earlier plan
  -- of the same two persons was corrected, and with it what was profit above their mark.
  cause text not null check (cause in ('settlement', 'invalid', 'owed', 'restored', 'share')),
  policy_version integer not null,
  amount_micros bigint not null check (amount_micros > 0),
  cash_spend_micros bigint not null check (cash_spend_micros >= 0),
  discount_spend_micros bigint not null check (discount_spend_micros >= 0),
  startup_spend_micros bigint not null check (startup_spend_micros >= 0),
  spend_micros bigint not null
    generated always as (cash_spend_micros + discount_spend_micros + startup_spend_micros) stored
    check (spend_micros <= amount_micros),
  -- The platform's part of the spend, rebate included.
  spend_fee_micros bigint not null check (spend_fee_micros >= 0),
  revenue_micros bigint not null check (revenue_micros >= 0),
  profit_micros bigint not null generated always as (
    revenue_micros - cash_spend_micros - discount_spend_micros - startup_spend_micros) stored,
  startup_return_micros bigint not null check (startup_return_micros >= 0),
  profit_share_micros bigint not null check (profit_share_micros >= 0),
  customer_micros bigint not null check (customer_micros >= 0),
  rebate_micros bigint not null check (rebate_micros >= 0),
  platform_fee_micros bigint not null check (platform_fee_micros >= 0),
  -- What went to related parties (PRODUCT §2.10): all of it where product or customer is related.
  related_spend_micros bigint not null check (related_spend_micros between 0 and spend_micros),
  related_revenue_micros bigint not null check (related_revenue_micros between 0 and revenue_micros),
  -- The settlement's transfers by what they are, for corrections to reverse.
  transfers jsonb not null,
  -- What a settlement was made by beside spend and revenue: a VIP month's lower share and a leader's share of profit. A
  -- correction runs the same settlement again on what is kept here (PRODUCT §3, "Invalid after settlement").
  vip_id uuid,
  vip_fee_percent bigint check (vip_fee_percent between 0 and 100),
  leader_id uuid,
  share_rate_percent bigint check (share_rate_percent between 0 and 30),
  -- Loss that the pair of persons had to make up first, as it was known when this revision was made.
  share_carried_loss_micros bigint check (share_carried_loss_micros >= 0),
  -- Which verdict a correction follows from, so that its customer is shown the events, their rule and version; which owed
  -- conversion that was paid; or which restoration. Of a later plan's changed share: what changed the earlier one.
  verdict_id uuid,
  conversion_id uuid,
  restoration_id uuid,
  primary key (plan_id, revision),
  check (startup_return_micros + profit_share_micros + customer_micros = revenue_micros),
  check (rebate_micros + platform_fee_micros = spend_fee_micros),
  constraint results_cause_whole check (
    (cause = 'settlement') = (revision = 1)
    and (cause = 'settlement') = (num_nonnulls(verdict_id, conversion_id, restoration_id) = 0)
    and num_nonnulls(verdict_id, conversion_id, restoration_id) <= 1
    and (cause <> 'invalid' or verdict_id is not null) and (cause <> 'owed' or conversion_id is not null)
    and (cause <> 'restored' or restoration_id is not null)),
  -- What follows from the other figures by the pure settlement (PRODUCT §3) is nobody's to say.
  constraint results_startup_return check (
    startup_return_micros = case when cash_spend_micros + discount_spend_micros + startup_spend_micros = 0 then 0
      else least(
        startup_spend_micros,
        trunc(revenue_micros::numeric * startup_spend_micros
          / (cash_spend_micros + discount_spend_micros + startup_spend_micros))
      ) end),
  constraint results_share_of_new_profit check (
    leader_id is null or profit_share_micros = least(
      revenue_micros - startup_return_micros,
      trunc(greatest(
        revenue_micros - cash_spend_micros - discount_spend_micros - startup_spend_micros - share_carried_loss_micros, 0
      )::numeric * share_rate_percent / 100)
    )),
  constraint results_vip_whole check ((vip_id is null) = (vip_fee_percent is null)),
  constraint results_share_whole check (
    (leader_id is null) = (share_rate_percent is null) and (leader_id is null) = (share_carried_loss_micros is null)),
  constraint results_rebate_of_vip check (vip_id is not null or rebate_micros = 0),
  constraint results_share_of_leader check (leader_id is not null or profit_share_micros = 0)
);
create index results_by_product on plans.results (product_id, settled_at);
create index results_by_advertiser on plans.results (advertiser_id, settled_at);
create index results_by_time on plans.results (settled_at);
create index results_by_vip on plans.results (vip_id) where vip_id is not null;
create index results_corrected on plans.results (created_at) where cause in ('invalid', 'restored');
-- A leader's record reads one customer's results (PRODUCT §10).
create index results_by_verdict on plans.results (verdict_id) where verdict_id is not null;
create index results_by_conversion on plans.results (conversion_id) where conversion_id is not null;
create index results_by_restoration on plans.results (restoration_id) where restoration_id is not null;
-- What was found once corrects once.
create unique index results_once_by_verdict on plans.results (plan_id, verdict_id) where cause = 'invalid';
create unique index results_once_by_conversion on plans.results (conversion_id) where cause = 'owed';
create unique index results_once_by_restoration on plans.results (restoration_id) where cause = 'restored';
create index results_by_customer on plans.results (customer_id, settled_at);

-- Reversed revenue that could not be collected (PRODUCT §3): repaid from later settlements only, then written off.
create table plans.receivables (
  receivable_id uuid primary key,
  customer_id uuid not null,
  plan_id uuid not null references plans.plans,
  advertiser_id uuid not null,
  amount_micros bigint not null check (amount_micros > 0),
  created_at timestamptz not null,
  -- Where it is not an advertiser's escrow that went short but a person: their part of a share that could not be
  -- collected.
  creditor_customer_id uuid check (creditor_customer_id <> customer_id),
  -- Which correction it could not be collected for.
  revision smallint check (revision > 1)
);
create index receivables_by_customer on plans.receivables (customer_id, receivable_id);
create index receivables_by_plan on plans.receivables (plan_id);

create table plans.receivable_reductions (
  reduction_id uuid primary key,
  receivable_id uuid not null references plans.receivables,
  customer_id uuid not null,
  -- Null: written off.
  plan_id uuid references plans.plans,
  amount_micros bigint not null check (amount_micros > 0),
  created_at timestamptz not null
);
create index receivable_reductions_by_plan on plans.receivable_reductions (plan_id) where plan_id is not null;
create index receivable_reductions_by_receivable on plans.receivable_reductions (receivable_id);

-- The table of status-table.ts (a test compares both); `from_status` null is the placing itself.
create table plans.status_transitions (
  from_status text,
  to_status text not null,
  trigger text not null,
  unique nulls not distinct (from_status, trigger)
);
insert into plans.status_transitions (from_status, to_status, trigger) values
  (null, 'waitPut', 'placed'),
  ('waitPut', 'matching', 'creative_approved'),
  ('waitPut', 'putFailed', 'creative_refused'),
  ('waitPut', 'putFailed', 'review_overdue'),
  ('waitPut', 'putFailed', 'cancelled'),
  ('waitPut', 'putFailed', 'account_disabled'),
  ('waitPut', 'putFailed', 'product_closed'),
  ('matching', 'putting', 'first_delivery'),
  ('matching', 'putFailed', 'no_delivery'),
  ('matching', 'putFailed', 'cancelled'),
  ('matching', 'putFailed', 'account_disabled'),
  ('matching', 'putFailed', 'product_closed'),
  ('putting', 'putFinished', 'spent'),
  ('putting', 'putFinished', 'ended'),
  ('putting', 'putFinished', 'cap_reached'),
  ('putting', 'putFinished', 'stopped'),
  ('putting', 'putFinished', 'account_disabled'),
  ('putting', 'putFinished', 'product_closed'),
  ('putFinished', 'waitSettle', 'tokens_expired'),
  ('waitSettle', 'settled', 'settlement');

insert into ledger.cause_kinds (cause_kind, allowed_by) values
  ('plan', 'plans.allowed_by_plan'),
  ('plan', 'plans.allowed_by_settlement'),
  ('verdict', 'plans.allowed_by_correction'),
  ('conversion', 'plans.allowed_by_correction'),
  ('restoration', 'plans.allowed_by_correction'),
  ('receivable', 'plans.allowed_by_receivable');
