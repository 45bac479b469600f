-- Coupons (PRODUCT §8): what two members of staff offered, and what customers hold of it. A coupon is a promise of
-- promotional money towards one plan, worth what its terms say of that plan, never money that could be taken out.
create schema coupons;

-- Terms as they were approved; they never change, an offer can only be closed.
create table coupons.offers (
  offer_id uuid primary key,
  kind text not null check (kind in ('value_added', 'discount', 'fixed_amount', 'team', 'custom')),
  -- By language: {"en": {"name": …, "description": …}, …}; `en` is always there.
  texts jsonb not null check (texts -> 'en' ->> 'name' <> ''),
  -- What "the same name" is compared by.
  name_key text not null generated always as (lower(texts -> 'en' ->> 'name')) stored check (name_key <> 'newcomer'),
  -- A deduction pays part of a plan's amount, an addition comes on top of it; both from the platform's promotional
  -- money.
  effect text not null check (effect in ('deduction', 'addition')),
  percent bigint check (percent between 1 and 100),
  fixed_micros bigint check (fixed_micros > 0),
  -- The most that one coupon is worth.
  worth_max_micros bigint not null check (worth_max_micros > 0),
  -- The smallest amount of a plan that it is good for.
  amount_min_micros bigint not null check (amount_min_micros >= 0),
  -- Null: every product with official placements.
  product_id uuid references marketplace.products,
  -- `activity`: customers claim it while it runs. `staff`: two members of staff issue it.
  claim text not null check (claim in ('activity', 'staff')),
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at > starts_at),
  life_days integer not null check (life_days between 1 and 365),
  issue_max integer not null check (issue_max between 1 and 1000000),
  per_customer_max integer not null check (per_customer_max between 1 and 100),
  -- What a leader and followers can use together.
  team_cap_micros bigint check (team_cap_micros > 0),
  -- Whom a custom coupon is for.
  customer_id uuid references identity.customers,
  policy_version integer not null,
  proposal_id uuid not null unique references operators.proposals,
  created_at timestamptz not null,
  closed_at timestamptz,
  close_reason text,
  check ((percent is null) <> (fixed_micros is null)),
  check (fixed_micros is null or fixed_micros = worth_max_micros),
  -- Who places a plan always puts in money of their own.
  check (effect = 'addition' or coalesce(percent < 100, fixed_micros < amount_min_micros)),
  check (
    case kind
      when 'value_added' then effect = 'addition'
      when 'discount' then effect = 'deduction' and percent is not null
      when 'fixed_amount' then effect = 'deduction' and fixed_micros is not null
      when 'team' then effect = 'deduction' and claim = 'staff'
      else claim = 'staff'
    end),
  check ((kind = 'team') = (team_cap_micros is not null)),
  check ((kind = 'custom') = (customer_id is not null)),
  check (claim = 'staff' or ends_at is not null),
  check ((closed_at is null) = (close_reason is null))
);
create index offers_activities on coupons.offers (offer_id desc) where claim = 'activity' and closed_at is null;

-- A leader with the followers of that day, who share a cap.
create table coupons.teams (
  team_id uuid primary key,
  offer_id uuid not null references coupons.offers,
  leader_id uuid not null references identity.customers,
  cap_micros bigint not null check (cap_micros > 0),
  proposal_id uuid not null unique references operators.proposals,
  created_at timestamptz not null
);

-- What was issued, with the terms that it had then; it is closed once, and unused again only where its plan never ran.
create table coupons.coupons (
  coupon_id uuid primary key,
  customer_id uuid not null references identity.customers,
  person_id uuid not null references identity.persons,
  origin text not null check (origin in ('newcomer', 'activity', 'staff')),
  -- Null: the newcomer coupon, whose terms are the policy's.
  offer_id uuid references coupons.offers,
  team_id uuid references coupons.teams,
  kind text not null check (kind in ('value_added', 'discount', 'fixed_amount', 'team', 'custom')),
  name_key text not null,
  effect text not null check (effect in ('deduction', 'addition')),
  percent bigint,
  fixed_micros bigint,
  worth_max_micros bigint not null check (worth_max_micros > 0),
  amount_min_micros bigint not null,
  product_id uuid,
  policy_version integer not null,
  -- Which of the offer's coupons it is, and which of this customer's.
  offer_number integer,
  customer_number integer,
  -- The customer's own request; null where staff issued it.
  request_id uuid,
  proposal_id uuid references operators.proposals,
  issued_at timestamptz not null,
  -- The date in the customer's zone.
  issued_day date not null,
  expires_at timestamptz not null check (expires_at > issued_at),
  state text not null default 'issued' check (state in ('issued', 'used', 'expired', 'revoked')),
  closed_at timestamptz,
  revoke_reason text,
  revoke_proposal_id uuid unique references operators.proposals,
  plan_id uuid,
  worth_micros bigint check (worth_micros between 1 and worth_max_micros),
  used_day date,
  check ((origin = 'newcomer') = (offer_id is null)),
  check ((offer_id is null) = (offer_number is null) and (offer_id is null) = (customer_number is null)),
  check ((origin = 'staff') = (request_id is null) and (origin = 'staff') = (proposal_id is not null)),
  check ((state = 'issued') = (closed_at is null)),
  check ((state = 'revoked') = (revoke_reason is not null) and (state = 'revoked') = (revoke_proposal_id is not null)),
  check ((state = 'used') = (plan_id is not null) and (state = 'used') = (worth_micros is not null)
    and (state = 'used') = (used_day is not null)),
  constraint coupons_request_key unique (customer_id, request_id),
  constraint coupons_same_name_day unique (customer_id, name_key, issued_day),
  constraint coupons_offer_number unique (offer_id, offer_number),
  constraint coupons_customer_number unique (offer_id, customer_id, customer_number)
);
-- One newcomer coupon per verified person, whatever becomes of it.
create unique index coupons_newcomer on coupons.coupons (person_id) where origin = 'newcomer';
-- The same name is used once a day, too.
create unique index coupons_same_name_used on coupons.coupons (customer_id, name_key, used_day) where state = 'used';
create index coupons_unused on coupons.coupons (customer_id, expires_at, coupon_id) where state = 'issued';
create index coupons_closed on coupons.coupons (customer_id, state, closed_at desc, coupon_id desc)
  where state <> 'issued';
create index coupons_by_plan on coupons.coupons (plan_id) where plan_id is not null;
create index coupons_of_team on coupons.coupons (team_id) where team_id is not null;

-- Each plan that a coupon was used for, kept though the plan never ran and the coupon is unused again; written by the
-- trigger on coupons.coupons alone.
create table coupons.uses (
  plan_id uuid constraint uses_one_per_plan primary key,
  coupon_id uuid not null references coupons.coupons,
  customer_id uuid not null,
  worth_micros bigint not null check (worth_micros > 0),
  used_at timestamptz not null
);
create index uses_of_coupon on coupons.uses (coupon_id);

-- What these tables' rows allow the books.
insert into ledger.cause_kinds (cause_kind, allowed_by) values
  ('coupon', 'coupons.allowed_by_coupon');
