-- Acceptors, their bonds and limits, and exchange orders (PRODUCT §11). Money is the ledger's.
create schema acceptors;
grant usage on schema acceptors to adtally_program;

create table acceptors.acceptors (
  acceptor_id uuid primary key,
  kind text not null check (kind in ('individual', 'enterprise')),
  name text not null check (name <> ''),
  legal_name text not null unique check (legal_name <> ''),
  -- A bond is taken from an account in this name only.
  account_name text not null check (account_name <> ''),
  -- SHA-256 of the documents that two people looked at.
  evidence_hash bytea not null check (octet_length(evidence_hash) = 32),
  proposal_id uuid not null unique,
  verified_at timestamptz not null,
  -- The platform's part of what is exchanged.
  fee_basis_points integer not null check (fee_basis_points between 0 and 300),
  is_open boolean not null default true,
  -- What the ledger holds as bond: read from there by acceptors.read_bond, and nobody else may write it.
  bond_micros bigint not null default 0 check (bond_micros >= 0),
  limit_micros bigint not null default 0 check (limit_micros >= 0),
  constraint limit_within_bond check (limit_micros <= bond_micros)
);

create function acceptors.guard_acceptor() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - array['is_open', 'bond_micros', 'limit_micros'])
    is distinct from (to_jsonb(old) - array['is_open', 'bond_micros', 'limit_micros']) then
    raise exception 'what was verified of an acceptor never changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger acceptors_guarded before update on acceptors.acceptors
  for each row execute function acceptors.guard_acceptor();

-- To be called in each transaction that moves a bond. A bond that was drawn on takes the limit down with it.
create function acceptors.read_bond(of_acceptor uuid) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  held bigint;
begin
  if not platform.scope_is_system() then
    raise exception 'a bond is the program''s affair' using errcode = 'insufficient_privilege';
  end if;
  select credits_posted_micros - debits_posted_micros - debits_pending_micros into held
  from ledger.accounts where id = ledger.account_id('acceptor_bond', of_acceptor, null);
  held := coalesce(held, 0);
  update acceptors.acceptors set bond_micros = held, limit_micros = least(limit_micros, held)
  where acceptor_id = of_acceptor;
  return held;
end $$;

-- Which bank line paid a bond in. The amount itself is in the ledger.
create table acceptors.bond_top_ups (
  top_up_id uuid primary key,
  acceptor_id uuid not null references acceptors.acceptors,
  line_id uuid not null unique,
  amount_micros bigint not null check (amount_micros > 0),
  created_at timestamptz not null
);
create index bond_top_ups_by_acceptor on acceptors.bond_top_ups (acceptor_id, top_up_id);

alter table wallet.bank_lines drop constraint bank_lines_assigned_kind_check;
alter table wallet.bank_lines add constraint bank_lines_assigned_kind_check
  check (assigned_kind in ('deposit', 'escrow', 'own', 'withdrawal', 'charge', 'bond'));

-- What a rate is compared with: foreign units for one of the ledger's currency, from a named public source.
create table acceptors.reference_rates (
  rate_id uuid primary key,
  currency text not null check (currency ~ '^[A-Z]{3,5}$'),
  rate_micros bigint not null check (rate_micros > 0),
  source text not null check (source <> ''),
  as_of timestamptz not null,
  proposal_id uuid not null unique,
  created_at timestamptz not null
);
create index reference_rates_newest on acceptors.reference_rates (currency, as_of desc, rate_id desc);

create sequence acceptors.order_numbers start 100001;

-- An order begins as an offer behind a code. Whoever enters the code first has it; its terms never change.
create table acceptors.orders (
  order_id uuid primary key,
  number text not null unique default 'X' || nextval('acceptors.order_numbers'),
  acceptor_id uuid not null references acceptors.acceptors,
  customer_id uuid references identity.customers,
  claimed_at timestamptz,
  -- SHA-256 of the code: the code itself is shown once and kept nowhere.
  code_hash bytea not null constraint orders_code_key unique check (octet_length(code_hash) = 32),
  code_expires_at timestamptz not null,
  -- Taken from the customer's wallet, fee included.
  amount_micros bigint not null check (amount_micros > 0),
  fee_basis_points integer not null,
  fee_micros bigint not null check (fee_micros >= 0 and fee_micros < amount_micros),
  receive_currency text not null check (receive_currency ~ '^[A-Z]{3,5}$'),
  rate_micros bigint not null check (rate_micros > 0),
  reference_rate_id uuid not null references acceptors.reference_rates,
  reference_rate_micros bigint not null check (reference_rate_micros > 0),
  -- How far the rate lies below the reference; below 0 where it is better for the customer.
  spread_basis_points integer not null generated always as (
    round((reference_rate_micros - rate_micros)::numeric * 10000 / reference_rate_micros)::integer) stored,
  receive_micros bigint not null check (receive_micros > 0),
  issued_by uuid not null references operators.staff,
  created_at timestamptz not null,
  status text not null default 'offered',
  status_trigger text not null default 'offered',
  status_detail text,
  status_at timestamptz not null,
  -- The second person's approval behind a decision, where there was one.
  decision_id uuid,
  constraint rate_near_reference check (abs(reference_rate_micros - rate_micros) * 10 <= reference_rate_micros),
  check (fee_micros = trunc(amount_micros::numeric * fee_basis_points / 10000)),
  check (receive_micros = trunc((amount_micros - fee_micros)::numeric * rate_micros / 1000000)),
  check ((customer_id is null) = (claimed_at is null)),
  check (customer_id is not null or status in ('offered', 'expired', 'withdrawn')),
  check (code_expires_at > created_at)
);
create index orders_by_customer on acceptors.orders (customer_id, order_id desc);
create index orders_open on acceptors.orders (acceptor_id) where status in ('offered', 'escrowed', 'paid', 'disputed');

-- An order's timeline after the offer; written by the trigger on acceptors.orders alone.
create table acceptors.order_changes (
  order_id uuid not null references acceptors.orders,
  sequence smallint not null,
  status text not null,
  trigger text not null,
  detail text,
  decision_id uuid,
  changed_at timestamptz not null,
  primary key (order_id, sequence)
);

-- What either side hands in: that it was paid, or that it was not.
create table acceptors.order_evidence (
  evidence_id uuid primary key,
  order_id uuid not null references acceptors.orders,
  party text not null check (party in ('acceptor', 'customer')),
  document_hash bytea not null check (octet_length(document_hash) = 32),
  file_id uuid,
  note text not null,
  recorded_by uuid,
  created_at timestamptz not null
);
create index order_evidence_by_order on acceptors.order_evidence (order_id, evidence_id);

-- The table of order-states.ts (a test compares both); `from_status` null is the offer itself.
create table acceptors.order_transitions (
  from_status text,
  to_status text not null,
  trigger text not null,
  unique nulls not distinct (from_status, trigger)
);
insert into acceptors.order_transitions (from_status, to_status, trigger) values
  (null, 'offered', 'offered'),
  ('offered', 'escrowed', 'confirmed'),
  ('offered', 'expired', 'code_expired'),
  ('offered', 'withdrawn', 'withdrawn'),
  ('escrowed', 'paid', 'marked_paid'),
  ('escrowed', 'returned', 'not_paid_in_time'),
  ('escrowed', 'returned', 'given_up'),
  ('paid', 'completed', 'customer_confirmed'),
  ('paid', 'disputed', 'customer_disputed'),
  ('paid', 'disputed', 'not_confirmed_in_time'),
  ('disputed', 'completed', 'customer_confirmed'),
  ('disputed', 'completed', 'decided_for_acceptor'),
  ('disputed', 'returned', 'decided_for_customer'),
  ('disputed', 'returned', 'undecided'),
  ('completed', 'made_good', 'wrong_completion');

create function acceptors.note_offer() returns trigger language plpgsql as $$
begin
  if (new.status, new.status_trigger) <> ('offered', 'offered') or new.status_at <> new.created_at
    or new.customer_id is not null then
    raise exception 'an order begins as an offer' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger orders_offered before insert on acceptors.orders
  for each row execute function acceptors.note_offer();

create function acceptors.keep_order() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Generated columns are made after this trigger has run.
  if (to_jsonb(new) - array[
      'status', 'status_trigger', 'status_detail', 'status_at', 'decision_id', 'customer_id', 'claimed_at',
      'spread_basis_points'])
    is distinct from (to_jsonb(old) - array[
      'status', 'status_trigger', 'status_detail', 'status_at', 'decision_id', 'customer_id', 'claimed_at',
      'spread_basis_points']) then
    raise exception 'the terms of order % are fixed', old.number using errcode = 'insufficient_privilege';
  end if;
  if new.customer_id is distinct from old.customer_id and (old.customer_id is not null or old.status <> 'offered') then
    raise exception 'order % is somebody''s', old.number using errcode = 'insufficient_privilege';
  end if;
  if (new.status, new.status_trigger, new.status_at) is distinct from (old.status, old.status_trigger, old.status_at) then
    if not exists (
      select from acceptors.order_transitions
      where from_status = old.status and to_status = new.status and trigger = new.status_trigger
    ) then
      raise exception 'order % can''t go from % to % by %', old.number, old.status, new.status, new.status_trigger
        using errcode = 'check_violation';
    end if;
    insert into acceptors.order_changes (order_id, sequence, status, trigger, detail, decision_id, changed_at)
    select new.order_id, coalesce(max(sequence), 0) + 1, new.status, new.status_trigger, new.status_detail,
      new.decision_id, new.status_at
    from acceptors.order_changes where order_id = new.order_id;
  end if;
  return new;
end $$;
create trigger orders_kept before update on acceptors.orders
  for each row execute function acceptors.keep_order();
alter table acceptors.orders enable always trigger orders_offered, enable always trigger orders_kept;

do $$
declare
  table_name text;
begin
  foreach table_name in array
    array['bond_top_ups', 'reference_rates', 'order_changes', 'order_evidence', 'order_transitions'] loop
    execute format(
      'create trigger stay before update or delete or truncate on acceptors.%I
       for each statement execute function platform.refuse_change()', table_name);
  end loop;
  foreach table_name in array array['acceptors', 'orders'] loop
    execute format(
      'create trigger stay before delete or truncate on acceptors.%I
       for each statement execute function platform.refuse_change()', table_name);
  end loop;
  foreach table_name in array array['acceptors', 'bond_top_ups', 'order_evidence'] loop
    execute format('alter table acceptors.%I enable row level security', table_name);
    execute format(
      'create policy staff on acceptors.%I to adtally_program using ((select platform.scope_is_system()))', table_name);
  end loop;
end $$;
alter table acceptors.orders enable row level security;
create policy owner on acceptors.orders to adtally_program using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
alter table acceptors.order_changes enable row level security;
create policy owner on acceptors.order_changes to adtally_program using (
  (select platform.scope_is_system())
  or order_id in (select order_id from acceptors.orders where customer_id = (select platform.scope_customer_id())));

revoke all on all functions in schema acceptors from public;
grant execute on function acceptors.read_bond(uuid) to adtally_program;
grant select on all tables in schema acceptors to adtally_program;
grant usage on sequence acceptors.order_numbers to adtally_program;
grant insert on acceptors.acceptors, acceptors.bond_top_ups, acceptors.reference_rates, acceptors.orders,
  acceptors.order_evidence to adtally_program;
grant update (is_open, limit_micros) on acceptors.acceptors to adtally_program;
grant update (customer_id, claimed_at, status, status_trigger, status_detail, status_at, decision_id)
  on acceptors.orders to adtally_program;
