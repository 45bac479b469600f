-- The hash chain of staff acts and security events. The program may append by functions that say whose an act is, and
-- read; nobody may change. Rows wait in audit.pending and are chained by a deferred trigger at COMMIT: the one lock of the
-- chain is then taken after every other lock of a transaction, so that no act can deadlock with another, and is
-- held only for the commit itself.
create schema audit;

create table audit.entries (
  sequence bigint primary key check (sequence > 0),
  occurred_at timestamptz not null,
  actor_kind text not null check (actor_kind in ('staff', 'customer', 'partner', 'program')),
  actor_id uuid,
  actor_name text not null,
  actor_role text,
  action text not null check (action <> ''),
  subject_kind text not null check (subject_kind <> ''),
  subject_id text not null check (subject_id <> ''),
  customer_id uuid,
  reason text,
  approver_id uuid,
  approver_name text,
  approver_role text,
  details jsonb not null check (jsonb_typeof(details) = 'object'),
  previous_hash bytea not null check (octet_length(previous_hash) = 32),
  hash bytea not null unique check (octet_length(hash) = 32),
  check ((actor_kind = 'program') = (actor_id is null)),
  check (actor_kind not in ('staff', 'partner') or actor_role is not null),
  check (num_nulls(approver_id, approver_name, approver_role) in (0, 3)),
  check (approver_id is null or approver_id is distinct from actor_id)
);
create index entries_customer on audit.entries (customer_id, sequence) where customer_id is not null;
create index entries_subject on audit.entries (subject_id, subject_kind, sequence);
create index entries_actor on audit.entries (actor_name, sequence) where actor_kind = 'staff';
create index entries_approver on audit.entries (approver_name, sequence) where approver_name is not null;
create index entries_proposal on audit.entries ((details ->> 'proposal_id')) where details ? 'proposal_id';

-- What a transaction has appended and not yet committed: an entry but for its place in the chain, held to what an entry
-- is held to, under the same names.
create table audit.pending (
  pending_id bigint generated always as identity primary key,
  occurred_at timestamptz constraint entries_occurred_at_not_null not null,
  actor_kind text constraint entries_actor_kind_not_null not null
    constraint entries_actor_kind_check check (actor_kind in ('staff', 'customer', 'partner', 'program')),
  actor_id uuid,
  actor_name text constraint entries_actor_name_not_null not null,
  actor_role text,
  action text constraint entries_action_not_null not null constraint entries_action_check check (action <> ''),
  subject_kind text constraint entries_subject_kind_not_null not null
    constraint entries_subject_kind_check check (subject_kind <> ''),
  subject_id text constraint entries_subject_id_not_null not null
    constraint entries_subject_id_check check (subject_id <> ''),
  customer_id uuid,
  reason text,
  approver_id uuid,
  approver_name text,
  approver_role text,
  details jsonb constraint entries_details_not_null not null
    constraint entries_details_check check (jsonb_typeof(details) = 'object'),
  constraint entries_check check ((actor_kind = 'program') = (actor_id is null)),
  constraint entries_check1 check (actor_kind not in ('staff', 'partner') or actor_role is not null),
  constraint entries_check2 check (num_nulls(approver_id, approver_name, approver_role) in (0, 3)),
  constraint entries_check3 check (approver_id is null or approver_id is distinct from actor_id)
);

-- In which hour somebody of the staff last looked at a section of a customer's: each look is in the log once an hour.
create table audit.looks (
  staff_id uuid not null,
  customer_id uuid not null,
  section text not null check (section in ('chat', 'deposits', 'feedback')),
  hour timestamptz not null,
  primary key (staff_id, customer_id, section)
);

-- The chain's end, apart from the chain: a row cut off the end is found by comparing. Its row lock orders appends.
create table audit.head (
  only_one boolean primary key default true check (only_one),
  sequence bigint not null,
  hash bytea not null
);
insert into audit.head (sequence, hash) values (0, decode(repeat('00', 32), 'hex'));
