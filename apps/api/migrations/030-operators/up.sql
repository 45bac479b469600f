-- Staff, and the rule of two people. A proposal and its decision are immutable rows; the database itself refuses
-- a maker who checks, a second decision, a changed payload, and a member of staff whom nobody approved.
create schema operators;

create table operators.staff (
  staff_id uuid primary key,
  username text not null unique check (username ~ '^[a-z][a-z0-9._-]{1,31}$' and username <> 'program'),
  display_name text not null check (display_name <> ''),
  roles text[] not null check (
    cardinality(roles) > 0
    and roles <@ array['support', 'content', 'finance_maker', 'finance_checker', 'risk', 'auditor', 'admin']
    -- The auditor reads all and changes nothing (PRODUCT §15).
    and (not 'auditor' = any (roles) or cardinality(roles) = 1)),
  -- The first two are founders, made while there are none; everybody after them by an approved proposal.
  founder smallint unique check (founder in (1, 2)),
  proposal_id uuid unique,
  -- Argon2id; null until activated.
  password_hash text,
  -- SHA-256 of the two halves of the activation code; the first went to the maker, the second to the checker.
  activation_hashes text[] check (cardinality(activation_hashes) = 2),
  -- Encrypted by the program; null where there is no second factor.
  totp_secret bytea,
  totp_last_step bigint not null default 0,
  failures integer not null default 0 check (failures >= 0),
  locked_until timestamptz,
  created_at timestamptz not null default platform.now(),
  disabled_at timestamptz,
  check ((founder is null) <> (proposal_id is null)),
  check (password_hash is not null or activation_hashes is not null)
);

create table operators.proposals (
  proposal_id uuid primary key,
  action text not null check (action <> ''),
  subject_kind text not null check (subject_kind <> ''),
  subject_id text not null check (subject_id <> ''),
  customer_id uuid,
  payload jsonb not null check (jsonb_typeof(payload) = 'object'),
  payload_hash bytea not null,
  reason text not null check (reason <> ''),
  -- Null: the program is the maker (PRODUCT §2.6).
  maker_id uuid references operators.staff,
  proposed_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > proposed_at)
);
create index proposals_subject on operators.proposals (subject_kind, subject_id);
create index proposals_time on operators.proposals (proposed_at desc);
-- Each of the two refers to the other.
alter table operators.staff add foreign key (proposal_id) references operators.proposals;

-- One row at most for each proposal: it is decided once.
create table operators.decisions (
  proposal_id uuid primary key references operators.proposals,
  verdict text not null check (verdict in ('approved', 'refused', 'withdrawn')),
  -- The proposal's, filled by the trigger, so that the rule below is a constraint and not a habit.
  maker_id uuid,
  checker_id uuid not null references operators.staff,
  reason text,
  decided_at timestamptz not null,
  -- A maker may withdraw; approving and refusing take another person.
  check ((verdict = 'withdrawn') = (checker_id is not distinct from maker_id))
);
