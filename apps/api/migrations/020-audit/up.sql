-- The hash chain of staff acts and security events. The program may append through audit.append and read; nobody
-- may change. Rows wait in audit.pending and are chained by a deferred trigger at COMMIT: the one lock of the
-- chain is then taken after every other lock of a transaction, so that no act can deadlock with another, and is
-- held only for the commit itself.
create schema audit;

create table audit.entries (
  sequence bigint primary key check (sequence > 0),
  occurred_at timestamptz not null,
  actor_kind text not null check (actor_kind in ('staff', 'customer', 'program')),
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
  check (actor_kind <> 'staff' or actor_role is not null),
  check (num_nulls(approver_id, approver_name, approver_role) in (0, 3)),
  check (approver_id is null or approver_id is distinct from actor_id)
);
create index entries_customer on audit.entries (customer_id, sequence) where customer_id is not null;
create index entries_subject on audit.entries (subject_kind, subject_id, sequence);
create index entries_proposal on audit.entries ((details ->> 'proposal_id')) where details ? 'proposal_id';

-- What a transaction has appended and not yet committed.
create table audit.pending (
  pending_id bigint generated always as identity primary key,
  like audit.entries including constraints
);
alter table audit.pending drop column sequence, drop column previous_hash, drop column hash;

-- The chain's end, apart from the chain: a row cut off the end is found by comparing. Its row lock orders appends.
create table audit.head (
  only_one boolean primary key default true check (only_one),
  sequence bigint not null,
  hash bytea not null
);
insert into audit.head (sequence, hash) values (0, decode(repeat('00', 32), 'hex'));

-- One field of the canonical form: its length in bytes, a colon, the text, a comma; '-,' for null.
create function audit.field(value text) returns text language sql immutable parallel safe
return case when value is null then '-,' else octet_length(value) || ':' || value || ',' end;

-- SHA-256 over the canonical form: every field in the table's order, the previous hash last, in UTF-8. rules.ts
-- computes the same outside the database.
create function audit.entry_hash(entry audit.entries) returns bytea language sql stable parallel safe
return sha256(convert_to(
  audit.field(entry.sequence::text)
  || audit.field(to_char(entry.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
  || audit.field(entry.actor_kind) || audit.field(entry.actor_id::text)
  || audit.field(entry.actor_name) || audit.field(entry.actor_role)
  || audit.field(entry.action)
  || audit.field(entry.subject_kind) || audit.field(entry.subject_id)
  || audit.field(entry.customer_id::text) || audit.field(entry.reason)
  || audit.field(entry.approver_id::text) || audit.field(entry.approver_name) || audit.field(entry.approver_role)
  || audit.field(entry.details::text)
  || audit.field(encode(entry.previous_hash, 'hex')), 'UTF8'));

create function audit.seal() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  last audit.head;
  entry audit.entries;
begin
  select * into strict last from audit.head for update;
  entry := row(
    last.sequence + 1, new.occurred_at, new.actor_kind, new.actor_id, new.actor_name, new.actor_role, new.action,
    new.subject_kind, new.subject_id, new.customer_id, new.reason, new.approver_id, new.approver_name,
    new.approver_role, new.details, last.hash, null)::audit.entries;
  entry.hash := audit.entry_hash(entry);
  insert into audit.entries select (entry).*;
  update audit.head set sequence = entry.sequence, hash = entry.hash;
  delete from audit.pending where pending_id = new.pending_id;
  return null;
end
$$;
create constraint trigger seal after insert on audit.pending
deferrable initially deferred for each row execute function audit.seal();
alter table audit.pending enable always trigger seal;

create function audit.append(
  actor_kind text, actor_id uuid, actor_name text, actor_role text,
  action text, subject_kind text, subject_id text, customer_id uuid, reason text,
  approver_id uuid, approver_name text, approver_role text, details jsonb
) returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into audit.pending (
    occurred_at, actor_kind, actor_id, actor_name, actor_role, action, subject_kind, subject_id, customer_id, reason,
    approver_id, approver_name, approver_role, details)
  values (platform.now(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
$$;

create trigger refuse_change before update or delete or truncate on audit.entries
for each statement execute function platform.refuse_change();
alter table audit.entries enable always trigger refuse_change;

alter table audit.entries enable row level security;
create policy entries_scope on audit.entries for select
using (platform.scope_is_system() or customer_id = platform.scope_customer_id());

grant usage on schema audit to adtally_program;
grant select on audit.entries, audit.head to adtally_program;
grant execute on function audit.append(
  text, uuid, text, text, text, text, text, uuid, text, uuid, text, text, jsonb) to adtally_program;
