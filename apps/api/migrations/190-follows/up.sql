-- Who follows whom, what a leader's plans leave for followers to decide, and what profit has been shared so far
-- (PRODUCT §10).
create schema follows;

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
-- A follower's list of shares begins with the plans that they confirmed.
create index drafts_confirmed on follows.drafts (follower_id) where state = 'confirmed';

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
comment on column follows.mark_entries.result_micros is
  'Profit of the plan, promotional spend counted as cost (PRODUCT §1, §6); of a later revision the difference.';
comment on column follows.mark_entries.mark_micros is
  'The most that all results came to, computed over all plans of the pair in the order of their first settlement; it can fall by a correction.';
create index mark_entries_by_leader on follows.mark_entries (leader_person_id, created_at);
