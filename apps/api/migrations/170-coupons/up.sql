-- Coupons (PRODUCT §8): what two members of staff offered, and what customers hold of it. A coupon is a promise of
-- promotional money towards one plan, never money that could be taken out.
create schema coupons;
grant usage on schema coupons to adtally_program;

-- Terms as they were approved; they never change, an offer can only be closed.
create table coupons.offers (
  offer_id uuid primary key,
  kind text not null check (kind in ('value_added', 'discount', 'fixed_amount', 'team', 'custom')),
  -- By language: {"en": {"name": …, "description": …}, …}; `en` is always there.
  texts jsonb not null check (texts -> 'en' ->> 'name' <> ''),
  -- What "the same name" is compared by.
  name_key text not null generated always as (lower(texts -> 'en' ->> 'name')) stored check (name_key <> 'newcomer'),
  -- A deduction pays part of a plan's amount, an addition comes on top of it; both from the platform's promotional money.
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
  plan_id uuid constraint coupons_one_per_plan unique,
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
create index coupons_of_team on coupons.coupons (team_id) where team_id is not null;

-- Two claims of one customer at the same moment would each see none before: who issues holds this until the commit.
create function coupons.lock_customer(wanted_customer_id uuid) returns void language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('coupons.customer.' || wanted_customer_id, 0))
$$;

-- Whether a proposal of this action was approved; what it says of itself in `payload`.
create function coupons.approved_payload(wanted_proposal_id uuid, wanted_action text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select proposal.payload from operators.proposals as proposal join operators.decisions as decision using (proposal_id)
  where proposal_id = wanted_proposal_id and proposal.action = wanted_action and decision.verdict = 'approved'
$$;

-- Nothing is offered that two people did not approve, as they approved it.
create function coupons.check_offer() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  approved jsonb := coupons.approved_payload(new.proposal_id, 'coupon_offer.create');
  terms jsonb := to_jsonb(new);
  member text;
begin
  new.created_at := platform.now();
  if approved is null or new.closed_at is not null or new.texts <> approved -> 'texts' then
    raise exception 'nobody approved this coupon offer' using errcode = 'insufficient_privilege';
  end if;
  foreach member in array array[
    'offer_id', 'kind', 'effect', 'percent', 'fixed_micros', 'worth_max_micros', 'amount_min_micros', 'product_id',
    'claim', 'life_days', 'issue_max', 'per_customer_max', 'team_cap_micros', 'customer_id', 'policy_version'
  ] loop
    if terms ->> member is distinct from approved ->> member then
      raise exception 'nobody approved % of this coupon offer', member using errcode = 'insufficient_privilege';
    end if;
  end loop;
  if new.starts_at <> (approved ->> 'starts_at')::timestamptz
    or new.ends_at is distinct from (approved ->> 'ends_at')::timestamptz then
    raise exception 'nobody approved the time of this coupon offer' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger check_offer before insert on coupons.offers for each row execute function coupons.check_offer();

create function coupons.guard_offer() returns trigger language plpgsql set search_path = '' as $$
declare
  -- The name's key is made after this, from texts that don't change.
  members constant text[] := array['closed_at', 'close_reason', 'name_key'];
begin
  if old.closed_at is not null or (to_jsonb(new) - members) is distinct from (to_jsonb(old) - members) then
    raise exception 'an offer closes once and otherwise never changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger guard_offer before update on coupons.offers for each row execute function coupons.guard_offer();

create function coupons.check_team() returns trigger language plpgsql security definer set search_path = '' as $$
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
create trigger check_team before insert on coupons.teams for each row execute function coupons.check_team();

-- Throws where these are not the policy's terms; answers how long the coupon is good for.
create function coupons.check_newcomer(coupon coupons.coupons) returns interval language plpgsql stable
set search_path = '' as $$
declare
  figures jsonb := (select values from policies.versions where version = coupon.policy_version);
begin
  if coupon.kind <> 'discount' or coupon.name_key <> 'newcomer' or coupon.effect <> 'deduction'
    or coupon.percent is distinct from (figures ->> 'newcomer_coupon_percent')::bigint
    or coupon.worth_max_micros is distinct from (figures ->> 'newcomer_coupon_max_micros')::bigint
    or coupon.fixed_micros is not null or coupon.amount_min_micros <> 0 or coupon.product_id is not null
    or coupon.team_id is not null then
    raise exception 'a newcomer coupon has the terms of the policy' using errcode = 'insufficient_privilege';
  end if;
  return interval '720 hours';
end $$;

-- The same for what was offered.
create function coupons.check_offered(coupon coupons.coupons) returns interval language plpgsql
set search_path = '' as $$
declare
  -- Held until the commit, so that an offer's coupons are counted one after another.
  offer coupons.offers;
  approved jsonb;
begin
  select * into offer from coupons.offers where offer_id = coupon.offer_id for update;
  if (coupon.kind, coupon.name_key, coupon.effect, coupon.percent, coupon.fixed_micros, coupon.worth_max_micros,
      coupon.amount_min_micros, coupon.product_id, coupon.policy_version)
    is distinct from (offer.kind, offer.name_key, offer.effect, offer.percent, offer.fixed_micros,
      offer.worth_max_micros, offer.amount_min_micros, offer.product_id, offer.policy_version)
    or coupon.offer_number not between 1 and offer.issue_max
    or coupon.customer_number not between 1 and offer.per_customer_max
    or offer.closed_at is not null or coupon.issued_at < offer.starts_at
    or (offer.ends_at is not null and coupon.issued_at >= offer.ends_at)
    or offer.claim <> coupon.origin
    or (offer.customer_id is not null and offer.customer_id <> coupon.customer_id) then
    raise exception 'a coupon has the terms of its offer' using errcode = 'insufficient_privilege';
  end if;
  if (offer.kind = 'team') <> (coupon.team_id is not null) or (coupon.team_id is not null and not exists (
    select from coupons.teams where team_id = coupon.team_id and offer_id = coupon.offer_id
      and proposal_id = coupon.proposal_id)) then
    raise exception 'a team coupon belongs to its team' using errcode = 'insufficient_privilege';
  end if;
  if coupon.origin = 'staff' then
    approved := coupons.approved_payload(coupon.proposal_id, 'coupon.issue');
    if approved is null or (approved ->> 'offer_id')::uuid <> coupon.offer_id
      or (coupon.team_id is null and (approved ->> 'customer_id')::uuid <> coupon.customer_id) then
      raise exception 'nobody approved this coupon' using errcode = 'insufficient_privilege';
    end if;
  end if;
  return make_interval(hours => 24 * offer.life_days);
end $$;

create function coupons.check_issued() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Whole milliseconds, as positions in lists carry them.
  new.issued_at := date_trunc('milliseconds', platform.now());
  -- No zone is further away than a day.
  if new.state <> 'issued' or abs(new.issued_day - (new.issued_at at time zone 'UTC')::date) > 1
    or not exists (select from identity.customers where customer_id = new.customer_id and person_id = new.person_id) then
    raise exception 'a coupon is issued to a customer, now' using errcode = 'insufficient_privilege';
  end if;
  new.expires_at := new.issued_at + case new.origin
    when 'newcomer' then coupons.check_newcomer(new) else coupons.check_offered(new) end;
  return new;
end $$;
create trigger check_issued before insert on coupons.coupons for each row execute function coupons.check_issued();

-- Issued, then used, expired or revoked, once; used only for a plan that the coupon's own worth went into.
create function coupons.guard_coupon() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  members constant text[] := array[
    'state', 'closed_at', 'revoke_reason', 'revoke_proposal_id', 'plan_id', 'worth_micros', 'used_day'];
  cap bigint;
begin
  if old.state <> 'issued' or new.state = 'issued' or (to_jsonb(new) - members) is distinct from (to_jsonb(old) - members) then
    raise exception 'a coupon closes once and otherwise never changes' using errcode = 'insufficient_privilege';
  end if;
  new.closed_at := date_trunc('milliseconds', platform.now());
  if (new.state = 'expired') <> (old.expires_at <= new.closed_at) and new.state <> 'revoked' then
    raise exception 'a coupon expires at its time and is used before' using errcode = 'insufficient_privilege';
  end if;
  if new.state = 'revoked' and (coupons.approved_payload(new.revoke_proposal_id, 'coupon.revoke') ->> 'coupon_id')::uuid
    is distinct from new.coupon_id then
    raise exception 'nobody approved revoking this coupon' using errcode = 'insufficient_privilege';
  end if;
  if new.state = 'used' and not exists (
    select from plans.plans where plan_id = new.plan_id and customer_id = new.customer_id
      and discount_micros = new.worth_micros and (new.product_id is null or product_id = new.product_id)) then
    raise exception 'a coupon is used for a plan of its customer' using errcode = 'insufficient_privilege';
  end if;
  if new.state = 'used' and new.team_id is not null then
    select cap_micros into cap from coupons.teams where team_id = new.team_id for update;
    if cap < new.worth_micros + (
      select coalesce(sum(worth_micros), 0) from coupons.coupons where team_id = new.team_id and state = 'used') then
      raise exception 'the team''s cap is used up' using errcode = 'check_violation', constraint = 'coupons_team_cap';
    end if;
  end if;
  return new;
end $$;
create trigger guard_coupon before update on coupons.coupons for each row execute function coupons.guard_coupon();

do $$
declare
  table_name text;
begin
  foreach table_name in array array['offers', 'teams', 'coupons'] loop
    execute format(
      'create trigger stay before delete or truncate on coupons.%I
       for each statement execute function platform.refuse_change()', table_name);
    execute format('alter table coupons.%I enable row level security', table_name);
  end loop;
end $$;
create trigger teams_stay before update on coupons.teams for each statement execute function platform.refuse_change();
alter table coupons.offers enable always trigger check_offer, enable always trigger guard_offer, enable always trigger stay;
alter table coupons.teams enable always trigger check_team, enable always trigger teams_stay, enable always trigger stay;
alter table coupons.coupons enable always trigger check_issued, enable always trigger guard_coupon,
  enable always trigger stay;

-- Activities are everybody's to read; what is issued by staff names somebody.
create policy readers on coupons.offers to adtally_program using (
  (select platform.scope_is_system()) or claim = 'activity');
create policy staff on coupons.teams to adtally_program using ((select platform.scope_is_system()));
create policy owner on coupons.coupons to adtally_program using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));

revoke all on all functions in schema coupons from public;
grant execute on function coupons.lock_customer(uuid) to adtally_program;
grant select, insert on all tables in schema coupons to adtally_program;
grant update (closed_at, close_reason) on coupons.offers to adtally_program;
grant update (state, closed_at, revoke_reason, revoke_proposal_id, plan_id, worth_micros, used_day)
  on coupons.coupons to adtally_program;
