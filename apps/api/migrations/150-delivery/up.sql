-- Delivery (PRODUCT §5): leases of plans' budgets, events and where the processor stands. Events are final; a correction is
-- another row.
create schema delivery;

-- A stream of batches of one process. A process that lost a batch in doubt goes on as another node, so that batches
-- of a node become visible in their order.
create table delivery.nodes (
  node_id integer generated always as identity primary key,
  started_at timestamptz not null,
  -- How far the node's stream has come, so that nobody has to look for its newest event.
  last_batch bigint not null default 0 check (last_batch >= 0)
);

-- What delivery has to know of a plan for good, written when its budget is first leased.
create table delivery.budgets (
  plan_id uuid primary key,
  customer_id uuid not null,
  product_id uuid not null,
  advertiser_id uuid not null,
  payout_micros bigint not null check (payout_micros > 0),
  conversion_window_ms bigint not null check (conversion_window_ms > 0),
  landing_url text not null,
  -- What the advertiser may report, and which of it pays.
  goals text[] not null,
  paid_goal text not null check (paid_goal = any (goals)),
  placed_micros bigint not null check (placed_micros > 0),
  -- By whose days it is paced, until when, and how much of its even share a day may take, as its placing fixed them.
  time_zone text not null,
  ends_at timestamptz not null,
  pace_percent bigint not null check (pace_percent >= 100),
  -- Valid charges on leases that are closed.
  spent_micros bigint not null default 0 check (spent_micros between 0 and placed_micros),
  -- The day of its latest lease, and what of the spend is that day's.
  day date,
  day_spent_micros bigint not null default 0 check (day_spent_micros between 0 and spent_micros)
);
create index budgets_by_customer on delivery.budgets (customer_id);

create table delivery.leases (
  lease_id uuid primary key,
  plan_id uuid not null references delivery.budgets,
  node_id integer not null references delivery.nodes,
  amount_micros bigint not null check (amount_micros > 0),
  -- Valid charges that the processor has carried into the books.
  spent_micros bigint not null default 0 check (spent_micros between 0 and amount_micros),
  -- What bids cost whose auction is known to be lost: nothing is charged for them any more, so it is free again.
  lost_micros bigint not null default 0 check (lost_micros between 0 and amount_micros - spent_micros),
  granted_at timestamptz not null,
  -- The day in its plan's zone that all its tokens are issued on, and that its spend is counted to.
  day date not null,
  -- No token is issued from then on.
  issue_until timestamptz not null check (issue_until >= granted_at),
  -- No event is charged to it from then on.
  closes_at timestamptz not null check (closes_at > issue_until),
  -- No event is taken from then on.
  ends_at timestamptz not null check (ends_at >= issue_until),
  closed_at timestamptz
);
create index leases_by_plan on delivery.leases (plan_id, ends_at);
create index leases_open_by_plan on delivery.leases (plan_id) where closed_at is null;
create index leases_open_by_time on delivery.leases (closes_at) where closed_at is null;

-- What became of a bid, by who was told first: a bid whose auction was lost is never charged, one that is charged is
-- never lost. Prices for a thousand impressions; the auction's own is what its notice said, and nobody believes it.
create table delivery.auction_ends (
  decision_id uuid primary key,
  placement_id uuid not null,
  lease_id uuid not null,
  outcome text not null check (outcome in ('won', 'lost', 'test')),
  bid_micros bigint not null check (bid_micros > 0),
  price_micros bigint check (price_micros >= 0),
  -- Of OpenRTB's list, as the notice said.
  loss_reason smallint,
  ended_at timestamptz not null,
  check (loss_reason is null or outcome = 'lost')
);
create index auction_ends_by_time on delivery.auction_ends (ended_at);
create index auction_ends_uncharged on delivery.auction_ends (ended_at) where outcome <> 'won';

-- The answer to who asks for a lease: the lease, or when to ask again where only the day's share is spent.
create type delivery.lease_grant as (
  plan_id uuid,
  -- Null: nothing was granted.
  lease_id uuid,
  amount_micros bigint,
  issue_until timestamptz,
  -- What the plan may spend today, all in all.
  day_micros bigint,
  -- Null where a lease was granted, or the plan as a whole has too little free.
  paced_until timestamptz
);

create type delivery.event_kind as enum (
  'impression', 'viewable', 'click', 'video_25', 'video_50', 'video_75', 'video_100', 'video_start', 'video_pause',
  'video_resume', 'video_mute', 'video_unmute', 'video_skip', 'video_error', 'conversion'
);

create table delivery.events (
  event_id uuid primary key,
  decision_id uuid not null,
  kind delivery.event_kind not null,
  -- Of a conversion; else empty.
  goal text not null,
  plan_id uuid not null,
  placement_id uuid not null,
  publisher_id uuid not null,
  -- Of a conversion, the advertiser; else null.
  reported_by uuid,
  lease_id uuid not null,
  node_id integer not null,
  batch bigint not null,
  occurred_at timestamptz not null,
  charge_micros bigint not null check (charge_micros >= 0),
  fee_micros bigint not null check (fee_micros between 0 and charge_micros),
  payout_micros bigint not null check (payout_micros >= 0),
  -- Keyed hashes; a device or an address itself is stored nowhere.
  device bigint not null,
  address bigint not null,
  agent bigint not null,
  -- The rule that found it invalid on arrival.
  rule text,
  rule_version smallint,
  sandbox boolean not null,
  constraint events_once unique (decision_id, kind, goal),
  check ((rule is null) = (rule_version is null)),
  check ((kind = 'conversion') = (goal <> '')),
  constraint events_reported check (reported_by is null or kind = 'conversion')
);
create index events_by_batch on delivery.events (node_id, batch);
-- What devices were shown, day by day, so that only the present day's part of it is written to.
create index events_shown_by_device on delivery.events
  (((uuid_extract_timestamp(decision_id) at time zone 'UTC')::date), device)
  where kind in ('impression', 'click') and rule is null;
create index events_listed_by_plan on delivery.events (plan_id, event_id)
  where kind = 'conversion' or rule is not null;
create index events_reported_by on delivery.events (reported_by, event_id) where reported_by is not null;

-- The user agents that events came from, so that a verdict can be replayed.
create table delivery.agents (
  agent bigint primary key,
  user_agent text not null check (length(user_agent) <= 1024)
);

-- What became of each conversion when it was credited.
create table delivery.conversions (
  event_id uuid primary key references delivery.events,
  plan_id uuid not null,
  -- `counted`: of a goal that pays nothing.
  state text not null check (state in ('credited', 'owed', 'refused', 'counted')),
  reason text check ((reason is not null) = (state = 'refused')),
  payout_micros bigint not null,
  constraint conversions_pay_by_their_state check (
    case when state in ('credited', 'owed') then payout_micros > 0 else payout_micros = 0 end
  )
);

-- Owed conversions that were paid from the advertiser's top-up later.
create table delivery.conversion_payments (
  event_id uuid primary key references delivery.conversions,
  plan_id uuid not null,
  paid_micros bigint not null check (paid_micros > 0)
);

-- How far the processor has carried each node's batches into statistics and ledger.
create table delivery.cursors (
  node_id integer primary key references delivery.nodes,
  batch bigint not null
);

-- Up to where the rules that look at many events together have been applied.
create table delivery.invalid_pass (
  only_row boolean primary key default true check (only_row),
  passed_until timestamptz not null
);
insert into delivery.invalid_pass (passed_until) values ('2000-01-01');

-- Events refused and requests not filled, by reason: nothing is dropped silently.
create table delivery.refusals (
  minute timestamptz not null,
  reason text not null,
  count bigint not null check (count > 0),
  primary key (minute, reason)
);
-- Keys by which the master secret before the present one signed tokens, until the last of these has expired: written where
-- it is changed, sealed by the present one.
create table delivery.kept_token_keys (
  kept_id uuid primary key,
  key_id smallint not null check (key_id between 0 and 255),
  key_sealed bytea not null,
  good_until timestamptz not null
);

-- Requests for an advertisement by what became of them, so that a fill rate is a sum of rows. `placement_id` is empty where
-- none is known. The list is that of `DECISION_OUTCOMES` in selection.ts (a test compares both).
create table delivery.decision_counts (
  minute timestamptz not null,
  placement_id text not null,
  outcome text not null constraint outcome_is_listed check (
    outcome in (
      'filled', 'starting', 'placement_unknown', 'placement_closed', 'crawler', 'address_limit', 'page_unknown',
      'page_missing', 'asked_by_browser', 'app_key_unknown', 'address_expired', 'blocked',
      'no_plan', 'targeting', 'device_cap', 'budget', 'pace',
      'bid_format', 'bid_chain', 'bid_currency', 'bid_seat', 'bid_time', 'bid_blocked', 'bid_floor'
    )
  ),
  count bigint not null check (count > 0),
  primary key (minute, placement_id, outcome)
);

-- What players could not play, by their codes (VAST 4.2, error codes), whether they were given an advertisement or none.
create table delivery.player_errors (
  minute timestamptz not null,
  placement_id text not null,
  code smallint not null check (code between 100 and 999),
  count bigint not null check (count > 0),
  primary key (minute, placement_id, code)
);

-- Which events each batch of spend has carried into the books, node by node: what an entry of the fund flow cites is
-- told by the events themselves, and no count of them is kept twice.
create table delivery.spend_batches (
  batch_id uuid not null,
  node_id integer not null references delivery.nodes,
  -- Exclusive.
  after_batch bigint not null,
  -- Inclusive.
  until_batch bigint not null check (until_batch > after_batch),
  primary key (batch_id, node_id),
  -- Where a cursor stood identifies what was carried from there: no span is billed twice.
  constraint spend_batches_carried_once unique (node_id, after_batch)
);

-- What a device was shown or tapped, to be judged by the caps.
create type delivery.capped_event as (
  event_id uuid,
  decision_id uuid,
  device bigint,
  plan_id uuid,
  product_id uuid,
  advertiser_id uuid,
  decided_at timestamptz,
  -- Not in the books before.
  is_new boolean,
  -- Found over a cap before.
  is_over boolean,
  lease_id uuid,
  placement_id uuid,
  publisher_id uuid,
  occurred_at timestamptz,
  charge_micros bigint,
  fee_micros bigint
);

-- Events of spans, summed up by plan, placement, lease and minute.
create type delivery.event_sums as (
  plan_id uuid,
  lease_id uuid,
  customer_id uuid,
  placement_id uuid,
  publisher_id uuid,
  minute timestamptz,
  -- All of them, valid or not, but for valid conversions.
  events bigint,
  -- Valid ones: they are credited one by one.
  conversions bigint,
  impressions bigint,
  viewables bigint,
  clicks bigint,
  film_impressions bigint,
  video_25 bigint,
  video_50 bigint,
  video_75 bigint,
  video_100 bigint,
  film_skips bigint,
  film_errors bigint,
  invalid_events bigint,
  -- Of valid events.
  charge_micros bigint,
  fee_micros bigint
);

insert into ledger.cause_kinds (cause_kind, allowed_by) values
  ('spend_batch', 'delivery.allowed_by_spend_batch'),
  ('conversion', 'delivery.allowed_by_conversion'),
  ('verdict', 'delivery.allowed_by_verdict'),
  ('restoration', 'delivery.allowed_by_restoration');
