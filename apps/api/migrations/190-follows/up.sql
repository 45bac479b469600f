-- Who follows whom, what a leader's plans leave for followers to decide, and what profit has been shared so far
-- (PRODUCT §10).
create schema follows;
grant usage on schema follows to adtally_program;

-- A leader's share of followers' profit: only what two members of staff decided, newest in force, never changed.
create table follows.leader_fees (
  fee_id uuid primary key,
  leader_id uuid not null references identity.customers,
  -- The policy's bound holds when it is set and when it is taken; this is the bound that no policy can pass.
  fee_percent integer not null check (fee_percent between 0 and 30),
  proposal_id uuid not null unique,
  set_at timestamptz not null
);
create index leader_fees_newest on follows.leader_fees (leader_id, fee_id desc);

create table follows.relations (
  relation_id uuid primary key,
  follower_id uuid not null references identity.customers,
  leader_id uuid not null references identity.customers,
  -- As it was shown: a leader's later rate is for later followers.
  fee_percent integer not null check (fee_percent between 0 and 30),
  policy_version integer not null,
  -- Kept for good: the same request again is answered by the same row (PRODUCT §16).
  request_id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('ended_by_follower', 'replaced', 'leader_disabled')),
  constraint relations_not_oneself check (follower_id <> leader_id),
  constraint relations_request_key unique (follower_id, request_id),
  check ((ended_at is null) = (end_reason is null))
);
-- One leader at a time.
create unique index relations_present on follows.relations (follower_id) where ended_at is null;
create index relations_followers on follows.relations (leader_id) where ended_at is null;
create index relations_records on follows.relations (follower_id, relation_id desc);

-- Ended once, and otherwise never changed.
create function follows.guard_relation() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null
    or (to_jsonb(new) - array['ended_at', 'end_reason']) is distinct from (to_jsonb(old) - array['ended_at', 'end_reason'])
  then
    raise exception 'a following ends once and otherwise never changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger relations_guarded before update on follows.relations
  for each row execute function follows.guard_relation();

-- Two people who follow each other at the same moment would each see no circle: whoever begins to follow holds this
-- until the commit, so that one of them looks after the other.
create function follows.lock_circle() returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('follows.circle', 0))
$$;

-- A plan that a leader placed, for one follower to confirm with an amount of their own.
create table follows.drafts (
  draft_id uuid primary key,
  relation_id uuid not null references follows.relations,
  follower_id uuid not null,
  leader_id uuid not null,
  leader_plan_id uuid not null references plans.plans,
  product_id uuid not null references marketplace.products,
  duration_days integer not null check (duration_days between 1 and 90),
  leader_placed_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  state text not null default 'open' check (state in ('open', 'confirmed', 'dismissed', 'lapsed')),
  decided_at timestamptz,
  -- The follower's own plan.
  plan_id uuid unique,
  constraint drafts_once unique (leader_plan_id, follower_id),
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'confirmed') = (plan_id is not null))
);
create index drafts_open on follows.drafts (follower_id, draft_id desc) where state = 'open';
create index drafts_by_relation on follows.drafts (relation_id);

create function follows.guard_draft() returns trigger language plpgsql as $$
begin
  if old.state <> 'open'
    or (to_jsonb(new) - array['state', 'decided_at', 'plan_id'])
      is distinct from (to_jsonb(old) - array['state', 'decided_at', 'plan_id']) then
    raise exception 'a draft is decided once and otherwise never changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger drafts_guarded before update on follows.drafts
  for each row execute function follows.guard_draft();

-- High-water marks, per pair of persons: they outlive any relation (PRODUCT §10). The pair's row is what is locked; the
-- mark is that of its newest entry, so that every mark has the settlement behind it.
create table follows.pairs (
  follower_person_id uuid not null references identity.persons,
  leader_person_id uuid not null references identity.persons,
  first_followed_at timestamptz not null,
  primary key (follower_person_id, leader_person_id),
  check (follower_person_id <> leader_person_id)
);
create table follows.mark_entries (
  follower_person_id uuid not null,
  leader_person_id uuid not null,
  sequence integer not null check (sequence > 0),
  -- The follower's plan and the revision of its result that this entry follows from.
  plan_id uuid not null references plans.plans,
  revision smallint not null check (revision > 0),
  -- What the plan came to, after the startup return; a later revision enters the difference.
  result_micros bigint not null,
  -- All results of the pair so far, and the most they ever came to; a fee is taken on what passes the mark before.
  cumulative_micros bigint not null,
  mark_micros bigint not null check (mark_micros >= 0 and mark_micros >= cumulative_micros),
  -- Below 0: given back.
  fee_micros bigint not null,
  fee_percent integer not null check (fee_percent between 0 and 30),
  created_at timestamptz not null,
  primary key (follower_person_id, leader_person_id, sequence),
  foreign key (follower_person_id, leader_person_id) references follows.pairs,
  unique (plan_id, revision)
);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['leader_fees', 'pairs', 'mark_entries'] loop
    execute format(
      'create trigger stay before update or delete or truncate on follows.%I
       for each statement execute function platform.refuse_change()', table_name);
  end loop;
  foreach table_name in array array['relations', 'drafts'] loop
    execute format(
      'create trigger stay before delete or truncate on follows.%I
       for each statement execute function platform.refuse_change()', table_name);
  end loop;
  foreach table_name in array array['leader_fees', 'relations', 'drafts', 'pairs', 'mark_entries'] loop
    execute format('alter table follows.%I enable row level security', table_name);
  end loop;
end $$;

-- A follower sees their own; a leader hears how many follow them from the program, never who.
create policy follower on follows.relations to adtally_program using (
  (select platform.scope_is_system()) or follower_id = (select platform.scope_customer_id()));
create policy follower on follows.drafts to adtally_program using (
  (select platform.scope_is_system()) or follower_id = (select platform.scope_customer_id()));
create policy staff on follows.leader_fees to adtally_program using ((select platform.scope_is_system()));
create policy staff on follows.pairs to adtally_program using ((select platform.scope_is_system()));
create policy staff on follows.mark_entries to adtally_program using ((select platform.scope_is_system()));

revoke all on all functions in schema follows from public;
grant execute on function follows.lock_circle() to adtally_program;
grant select, insert on all tables in schema follows to adtally_program;
grant update (ended_at, end_reason) on follows.relations to adtally_program;
grant update (state, decided_at, plan_id) on follows.drafts to adtally_program;

-- A leader's record reads one customer's results (PRODUCT §10).
create index results_by_customer on plans.results (customer_id, settled_at);

-- Tells of a plan whose owner is followed, in the statement that places it; nobody else's placing costs anything here.
create function follows.announce_leaders_plan() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform platform.publish('follows.leader_placed', placed.customer_id::text, jsonb_build_object(
    'plan_id', placed.plan_id, 'leader_id', placed.customer_id, 'product_id', placed.product_id,
    'placed_at', placed.created_at, 'ends_at', placed.ends_at))
  from new_rows placed
  where exists (
    select from follows.relations where leader_id = placed.customer_id and ended_at is null);
  return null;
end $$;
revoke all on function follows.announce_leaders_plan() from public;
create trigger plans_followed after insert on plans.plans
  referencing new table as new_rows for each statement execute function follows.announce_leaders_plan();
alter table plans.plans enable always trigger plans_followed;
