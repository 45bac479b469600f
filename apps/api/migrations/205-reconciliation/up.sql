-- The proof that the books are right (PRODUCT §2.1, §2.11, §3): each view of this schema is one proof, one reading of
-- it sees one moment, and what it says is kept for good. A difference becomes an item that two people close.
create schema reconciliation;

-- What was proved, when, with which figures.
create table reconciliation.runs (
  run_id uuid primary key,
  -- The night (UTC) whose run this is: one for each. Null: somebody asked for it, or, where nobody did, the program did
  -- because a night's run was put off or declared done.
  night date unique,
  asked_by uuid references operators.staff,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  figures jsonb not null,
  differences integer not null check (differences >= 0),
  began_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= began_at),
  sequence bigint generated always as identity,
  check (night is null or asked_by is null)
);
create index runs_newest on reconciliation.runs (sequence desc);

-- A difference that two people have to close. What expected and found may both move, their difference tells it apart.
create sequence reconciliation.item_numbers start 1001;

create table reconciliation.items (
  item_id uuid primary key,
  number text not null unique default 'R' || nextval('reconciliation.item_numbers'),
  proof text not null check (proof <> ''),
  subject text not null check (subject <> ''),
  -- Null where the fault has no amount.
  expected_micros bigint,
  found_micros bigint,
  difference_micros bigint generated always as (found_micros - expected_micros) stored,
  run_id uuid not null references reconciliation.runs,
  opened_at timestamptz not null
);
create index items_by_difference on reconciliation.items (proof, subject, difference_micros);

-- In which runs an item's difference was there.
create table reconciliation.sightings (
  run_id uuid not null references reconciliation.runs,
  item_id uuid not null references reconciliation.items,
  primary key (item_id, run_id)
);

create table reconciliation.closings (
  item_id uuid primary key references reconciliation.items,
  explanation text not null check (explanation <> ''),
  -- SHA-256 of the documents that explain it.
  evidence_hash bytea not null check (octet_length(evidence_hash) = 32),
  maker_id uuid not null references operators.staff,
  checker_id uuid not null references operators.staff,
  proposal_id uuid not null unique,
  closed_at timestamptz not null,
  constraint closings_four_eyes check (maker_id <> checker_id)
);
