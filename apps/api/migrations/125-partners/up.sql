-- People of advertisers and publishers, what they sign in with, and their sessions. As with staff, credentials lie apart
-- from who somebody is, no login reads them, and the database itself knows who acts.
create schema partners;

create table partners.people (
  person_id uuid primary key,
  side text not null check (side in ('advertiser', 'publisher')),
  party_id uuid not null,
  advertiser_id uuid generated always as (case when side = 'advertiser' then party_id end) stored
    references marketplace.advertisers,
  publisher_id uuid generated always as (case when side = 'publisher' then party_id end) stored
    references marketplace.publishers,
  -- In small letters; what they sign in by.
  email text not null check (email = lower(email) and email like '_%@_%' and length(email) <= 254),
  role text not null check (role in ('owner', 'member', 'finance')),
  -- Whoever invited them: two of the staff, or an owner of their party.
  proposal_id uuid unique references operators.proposals,
  invited_by uuid references partners.people,
  invited_at timestamptz not null default platform.now(),
  -- By the staff, until they are readmitted.
  shut_out_at timestamptz,
  -- For good: whoever comes back is invited anew.
  removed_at timestamptz,
  -- When one of the above last changed, or what they sign in with was set up anew by others.
  changed_at timestamptz not null default platform.now(),
  check ((proposal_id is null) <> (invited_by is null))
);
-- An address is one person's of one party.
create unique index people_email on partners.people (email) where removed_at is null;
create index people_party on partners.people (party_id, invited_at);

-- As `operators.secrets`: what is kept fits its owner alone.
create table partners.secrets (
  person_id uuid primary key references partners.people,
  password_key_sealed bytea,
  password_hash bytea check (octet_length(password_hash) = 32),
  former_hash bytea check (octet_length(former_hash) = 32),
  -- SHA-256 of the two halves of the activation code, which is good for a week.
  activation_hashes text[] check (cardinality(activation_hashes) = 2),
  activation_ends_at timestamptz,
  factor_sealed bytea,
  factor_hash bytea check (octet_length(factor_hash) = 32),
  factor_last_step bigint not null default 0,
  needs_factor boolean not null default false,
  -- SHA-256 of the proofs of codes that stand in for the second factor, each once.
  recovery_hashes bytea[] not null default '{}' check (cardinality(recovery_hashes) <= 8),
  check (password_hash is null or former_hash is null),
  check ((coalesce(password_hash, former_hash) is null) = (password_key_sealed is null)),
  check ((factor_hash is null) = (factor_sealed is null)),
  check (factor_hash is not null or cardinality(recovery_hashes) = 0),
  check (password_hash is not null or activation_hashes is not null),
  check ((activation_hashes is null) = (activation_ends_at is null))
);

-- By the wall clock, as those of staff.
create table partners.sessions (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  session_id uuid not null unique default gen_random_uuid(),
  person_id uuid not null references partners.people,
  -- As it was on signing in: another ends the session.
  role text not null,
  network text not null check (network <> ''),
  device text check (device <> ''),
  opened_at timestamptz not null,
  seen_at timestamptz not null check (seen_at >= opened_at),
  proved_at timestamptz not null check (proved_at >= opened_at)
);
create index sessions_person on partners.sessions (person_id);

-- Where somebody has signed in before, as `operators.known_networks`; failures lie in `operators.tries`.
create table partners.known_networks (
  person_id uuid not null references partners.people,
  network text not null check (network <> ''),
  seen_at timestamptz not null,
  primary key (person_id, network)
);

-- What somebody asked for by a request's id and had done. Kept for good.
create table partners.done_requests (
  person_id uuid not null references partners.people,
  request_id uuid not null,
  action text not null check (action <> ''),
  subject_kind text not null check (subject_kind <> ''),
  subject_id text not null check (subject_id <> ''),
  done_at timestamptz not null,
  done_in xid8 not null,
  primary key (person_id, request_id)
);
