-- Delivery (PRODUCT §5): leases of plans' budgets, events, verdicts and where the processor stands. Events and
-- verdicts are final; a correction is another row.
create schema delivery;
grant usage on schema delivery to adtally_program;

-- A stream of batches of one process. A process that lost a batch in doubt goes on as another node, so that batches
-- of a node become visible in their order.
create table delivery.nodes (
  node_id integer generated always as identity primary key,
  started_at timestamptz not null
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
  placed_micros bigint not null check (placed_micros > 0),
  -- Valid charges on leases that are closed.
  spent_micros bigint not null default 0 check (spent_micros between 0 and placed_micros)
);
create index budgets_by_customer on delivery.budgets (customer_id);

create table delivery.leases (
  lease_id uuid primary key,
  plan_id uuid not null references delivery.budgets,
  node_id integer not null references delivery.nodes,
  amount_micros bigint not null check (amount_micros > 0),
  -- Valid charges that the processor has carried into the books.
  spent_micros bigint not null default 0 check (spent_micros between 0 and amount_micros),
  granted_at timestamptz not null,
  -- No token is issued from then on.
  issue_until timestamptz not null,
  -- No event is taken from then on.
  closes_at timestamptz not null check (closes_at > issue_until),
  closed_at timestamptz
);
create index leases_open_by_plan on delivery.leases (plan_id) where closed_at is null;
create index leases_open_by_time on delivery.leases (closes_at) where closed_at is null;

-- A slice of at most `slice_micros`, or null where less than `least_micros` is free. The budget's row is the lock:
-- what is spent and what is leased out can only be judged by one at a time.
create function delivery.grant_lease(
  of_plan uuid, to_node integer, slice_micros bigint, least_micros bigint, issue_ms bigint, token_ms bigint
) returns delivery.leases language plpgsql set search_path = '' as $$
declare
  budget delivery.budgets;
  free_micros bigint;
  granted delivery.leases;
  at timestamptz := platform.now();
begin
  select * into budget from delivery.budgets where plan_id = of_plan for update;
  select budget.placed_micros - budget.spent_micros - coalesce(sum(amount_micros), 0) into free_micros
  from delivery.leases where plan_id = of_plan and closed_at is null;
  if free_micros is null or free_micros < least_micros then
    return null;
  end if;
  insert into delivery.leases (lease_id, plan_id, node_id, amount_micros, granted_at, issue_until, closes_at)
  values (
    uuidv7(), of_plan, to_node, least(slice_micros, free_micros), at,
    at + issue_ms * interval '1 millisecond', at + (issue_ms + token_ms) * interval '1 millisecond'
  )
  returning * into granted;
  return granted;
end
$$;

create type delivery.event_kind as enum (
  'impression', 'viewable', 'click', 'video_25', 'video_50', 'video_75', 'video_100', 'conversion'
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
  check ((kind = 'conversion') = (goal <> ''))
);
create index events_by_batch on delivery.events (node_id, batch);
create index events_listed_by_plan on delivery.events (plan_id, event_id)
  where kind = 'conversion' or rule is not null;

-- The user agents that events came from, so that a verdict can be replayed.
create table delivery.agents (
  agent bigint primary key,
  user_agent text not null
);

-- Rules as published; a verdict names rule and version, and a rule counts only for events after its publication.
create table delivery.rules (
  rule text not null,
  version smallint not null check (version > 0),
  published_at timestamptz not null,
  description text not null,
  parameters jsonb not null,
  primary key (rule, version)
);

-- Events found invalid after they were counted, and what was taken back and given back.
create table delivery.verdicts (
  event_id uuid primary key references delivery.events,
  -- What the ledger's postings cite; the same for all that were taken back together.
  verdict_id uuid not null,
  plan_id uuid not null,
  rule text not null,
  rule_version smallint not null,
  decided_at timestamptz not null,
  spend_returned_micros bigint not null check (spend_returned_micros >= 0),
  revenue_reversed_micros bigint not null check (revenue_reversed_micros >= 0),
  foreign key (rule, rule_version) references delivery.rules (rule, version)
);
create index verdicts_by_plan on delivery.verdicts (plan_id, event_id);

-- What became of each conversion when it was credited.
create table delivery.conversions (
  event_id uuid primary key references delivery.events,
  plan_id uuid not null,
  state text not null check (state in ('credited', 'owed', 'refused')),
  reason text check ((reason is not null) = (state = 'refused')),
  payout_micros bigint not null check (payout_micros >= 0)
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
create table delivery.no_fills (
  minute timestamptz not null,
  placement_id text not null,
  reason text not null,
  count bigint not null check (count > 0),
  primary key (minute, placement_id, reason)
);

-- Events of one batch of a node, on disk when it returns; answers the ids that were new, or null where all were.
-- What is known already, or came so late that its lease may be closing, is left out. The shared lock lets whoever
-- closes leases wait until every batch under way has landed.
create function delivery.record_events(
  of_node integer, in_batch bigint, is_sandbox boolean,
  event_ids uuid[], decision_ids uuid[], kinds delivery.event_kind[], goals text[],
  plan_ids uuid[], placement_ids uuid[], publisher_ids uuid[], lease_ids uuid[],
  occurred_ms bigint[], taken_until_ms bigint[], charges bigint[], fees bigint[], payouts bigint[],
  devices bigint[], addresses bigint[], agents bigint[], rules text[], rule_versions smallint[]
) returns uuid[] language plpgsql security definer set search_path = '' as $$
declare
  accepted uuid[];
  now_ms bigint;
begin
  perform pg_advisory_xact_lock_shared(150, 1);
  now_ms := extract(epoch from platform.now()) * 1000;
  with inserted as (
    insert into delivery.events (
      event_id, decision_id, kind, goal, plan_id, placement_id, publisher_id, lease_id, node_id, batch, occurred_at,
      charge_micros, fee_micros, payout_micros, device, address, agent, rule, rule_version, sandbox
    )
    select
      event_id, decision_id, kind, goal, plan_id, placement_id, publisher_id, lease_id, of_node, in_batch,
      timestamptz 'epoch' + occurred * interval '1 millisecond',
      charge, fee, payout, device, address, agent, rule, rule_version, is_sandbox
    from unnest(
      event_ids, decision_ids, kinds, goals, plan_ids, placement_ids, publisher_ids, lease_ids, occurred_ms,
      taken_until_ms, charges, fees, payouts, devices, addresses, agents, rules, rule_versions
    ) as given (
      event_id, decision_id, kind, goal, plan_id, placement_id, publisher_id, lease_id, occurred,
      taken_until, charge, fee, payout, device, address, agent, rule, rule_version
    )
    where taken_until > now_ms
    on conflict on constraint events_once do nothing
    returning events.event_id
  )
  select case when count(*) < cardinality(event_ids) then coalesce(array_agg(event_id), '{}') end
  into accepted from inserted;
  return accepted;
end
$$;

-- Closes what is due: its valid charges become the budget's spend, the rest is free again. Answers the plans; nothing
-- while events wait for the processor, because they may be of these leases.
create function delivery.close_leases() returns setof uuid language plpgsql set search_path = '' as $$
begin
  perform 1 from delivery.leases where closed_at is null and closes_at <= platform.now() limit 1;
  if not found then
    return;
  end if;
  perform pg_advisory_xact_lock(150, 1);
  perform 1 from delivery.nodes left join delivery.cursors using (node_id)
  where exists (
    select from delivery.events
    where events.node_id = nodes.node_id and events.batch > coalesce(cursors.batch, 0))
  limit 1;
  if found then
    return;
  end if;
  return query
  with due as (
    select lease_id, plan_id, spent_micros from delivery.leases
    where closed_at is null and closes_at <= platform.now()
    order by plan_id, lease_id limit 500
  ), locked as (
    select plan_id from delivery.budgets where plan_id in (select plan_id from due) order by plan_id for update
  ), closed as (
    update delivery.leases as lease set closed_at = platform.now()
    from due join locked using (plan_id)
    where lease.lease_id = due.lease_id
    returning lease.plan_id, lease.spent_micros
  ), spent as (
    select plan_id, sum(spent_micros) as spent_micros from closed group by plan_id
  )
  update delivery.budgets set spent_micros = budgets.spent_micros + spent.spent_micros
  from spent where budgets.plan_id = spent.plan_id
  returning budgets.plan_id;
end
$$;

create trigger events_are_final before update or delete or truncate on delivery.events
  for each statement execute function platform.refuse_change();
create trigger verdicts_are_final before update or delete or truncate on delivery.verdicts
  for each statement execute function platform.refuse_change();
create trigger conversions_are_final before update or delete or truncate on delivery.conversions
  for each statement execute function platform.refuse_change();
create trigger conversion_payments_are_final before update or delete or truncate on delivery.conversion_payments
  for each statement execute function platform.refuse_change();
create trigger rules_are_final before update or delete or truncate on delivery.rules
  for each statement execute function platform.refuse_change();

do $$
declare
  name text;
begin
  for name in select relname from pg_class where relnamespace = 'delivery'::regnamespace and relkind = 'r' loop
    execute format('alter table delivery.%I enable row level security', name);
    execute format('create policy system_scope on delivery.%I using ((select platform.scope_is_system()))', name);
  end loop;
end
$$;
create policy own_budgets on delivery.budgets for select using (customer_id = (select platform.scope_customer_id()));
create policy own_events on delivery.events for select
  using (plan_id in (select plan_id from delivery.budgets where customer_id = (select platform.scope_customer_id())));
create policy own_verdicts on delivery.verdicts for select
  using (plan_id in (select plan_id from delivery.budgets where customer_id = (select platform.scope_customer_id())));
create policy own_conversions on delivery.conversions for select
  using (plan_id in (select plan_id from delivery.budgets where customer_id = (select platform.scope_customer_id())));
create policy own_conversion_payments on delivery.conversion_payments for select
  using (plan_id in (select plan_id from delivery.budgets where customer_id = (select platform.scope_customer_id())));
create policy rules_for_all on delivery.rules for select using (platform.scope_customer_id() is not null);

grant execute on function delivery.grant_lease(uuid, integer, bigint, bigint, bigint, bigint) to adtally_program;
grant usage on type delivery.event_kind to adtally_program;
grant execute on function delivery.close_leases() to adtally_program;
grant execute on function delivery.record_events(
  integer, bigint, boolean, uuid[], uuid[], delivery.event_kind[], text[], uuid[], uuid[], uuid[], uuid[], bigint[],
  bigint[], bigint[], bigint[], bigint[], bigint[], bigint[], bigint[], text[], smallint[]
) to adtally_program;
grant select, insert on delivery.nodes, delivery.agents, delivery.verdicts, delivery.conversions,
  delivery.conversion_payments to adtally_program;
grant select on delivery.rules, delivery.events to adtally_program;
grant select, insert, update on
  delivery.budgets, delivery.leases, delivery.cursors, delivery.invalid_pass, delivery.refusals, delivery.no_fills
  to adtally_program;
