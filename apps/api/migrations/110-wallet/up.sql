-- Bank statements, deposits, beneficiaries, withdrawals and holds (PRODUCT §2.3-2.6, §2.11, §7).
create schema wallet;
grant usage on schema wallet to adtally_program;

-- Imported as they are; never changed. They chain: a statement opens with the balance the last one closed with.
create table wallet.bank_statements (
  statement_id uuid primary key,
  rail text not null,
  format text not null check (format in ('camt053', 'csv')),
  file_hash bytea not null unique,
  opening_balance_micros bigint not null,
  closing_balance_micros bigint not null,
  line_count integer not null check (line_count >= 0),
  imported_by uuid not null,
  imported_at timestamptz not null,
  sequence bigint generated always as identity
);
create index bank_statements_by_rail on wallet.bank_statements (rail, sequence desc);

-- `assigned_kind` says what a line turned out to be; assigned once.
create table wallet.bank_lines (
  line_id uuid primary key,
  statement_id uuid not null references wallet.bank_statements,
  sequence integer not null,
  rail text not null,
  bank_reference text not null,
  booked_at timestamptz not null,
  -- Above 0: paid in; below 0: paid out.
  amount_micros bigint not null check (amount_micros <> 0),
  counterparty_name text not null,
  counterparty_account text not null,
  remittance text not null,
  assigned_kind text check (assigned_kind in ('deposit', 'escrow', 'own', 'withdrawal', 'charge')),
  assigned_id uuid,
  assigned_at timestamptz,
  unique (statement_id, sequence),
  unique (rail, bank_reference),
  check ((assigned_kind is null) = (assigned_at is null))
);
create index bank_lines_unassigned on wallet.bank_lines (booked_at) where assigned_kind is null;

create function wallet.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger bank_statements_immutable before update or delete on wallet.bank_statements
  for each row execute function wallet.refuse_change();
create trigger bank_statements_kept before truncate on wallet.bank_statements
  for each statement execute function wallet.refuse_change();
create trigger bank_lines_kept before delete or truncate on wallet.bank_lines
  for each statement execute function wallet.refuse_change();

create function wallet.assign_bank_line_once() returns trigger language plpgsql as $$
begin
  if old.assigned_kind is not null
    or (to_jsonb(new) - array['assigned_kind', 'assigned_id', 'assigned_at'])
      is distinct from (to_jsonb(old) - array['assigned_kind', 'assigned_id', 'assigned_at']) then
    raise exception 'a bank line is assigned once and otherwise never changed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger bank_lines_assigned_once before update on wallet.bank_lines
  for each row execute function wallet.assign_bank_line_once();

-- The bank's own word against the ledger after each import (PRODUCT §2.11); the newest of each rail is in force.
create table wallet.bank_positions (
  position_id uuid primary key,
  statement_id uuid not null unique references wallet.bank_statements,
  rail text not null,
  closing_balance_micros bigint not null,
  customers_money_micros bigint not null,
  sequence bigint generated always as identity
);
create index bank_positions_newest on wallet.bank_positions (sequence desc);

-- The code a customer writes into a bank transfer.
create table wallet.deposit_references (
  customer_id uuid primary key references identity.customers,
  code text not null unique
);

create table wallet.deposits (
  deposit_id uuid primary key,
  customer_id uuid not null references identity.customers,
  line_id uuid not null unique references wallet.bank_lines,
  amount_micros bigint not null check (amount_micros > 0),
  matched_by text not null check (matched_by in ('reference', 'payer_name')),
  booked_at timestamptz not null
);
create index deposits_by_customer on wallet.deposits (customer_id, deposit_id desc);

-- Account numbers are kept encrypted; `fingerprint` (keyed) only tells whether a form changes anything.
create table wallet.beneficiaries (
  beneficiary_id uuid primary key,
  customer_id uuid not null references identity.customers,
  kind text not null,
  sealed bytea not null,
  fingerprint bytea not null,
  bank_name text,
  network text,
  branch_name text,
  beneficiary_name_masked text not null,
  account_number_masked text not null,
  bank_address_masked text,
  changed_at timestamptz not null,
  usable_from timestamptz not null,
  replaced_at timestamptz
);
create unique index beneficiaries_current on wallet.beneficiaries (customer_id) where replaced_at is null;

create sequence wallet.withdrawal_numbers start 100001;
grant usage on sequence wallet.withdrawal_numbers to adtally_program;

create table wallet.withdrawals (
  withdrawal_id uuid primary key,
  number text not null unique,
  customer_id uuid not null references identity.customers,
  beneficiary_id uuid not null references wallet.beneficiaries,
  amount_micros bigint not null check (amount_micros > 0),
  rail_fee_micros bigint not null check (rail_fee_micros >= 0 and rail_fee_micros < amount_micros),
  status text not null check (status in ('held', 'requested', 'approved', 'sent', 'confirmed', 'ended', 'bounced')),
  requested_at timestamptz not null,
  send_by timestamptz not null,
  approved_at timestamptz,
  sent_at timestamptz,
  confirmed_at timestamptz,
  ended_at timestamptz,
  ended_reason text,
  line_id uuid unique references wallet.bank_lines,
  check ((status = 'confirmed') = (confirmed_at is not null and line_id is not null))
);
create index withdrawals_by_customer on wallet.withdrawals (customer_id, withdrawal_id desc);
create index withdrawals_open on wallet.withdrawals (send_by) where status in ('held', 'requested', 'approved', 'sent');

-- The only ways a withdrawal moves; whoever writes SQL keeps to them too.
create function wallet.guard_withdrawal() returns trigger language plpgsql as $$
begin
  if (new.status <> old.status and (old.status, new.status) not in (
      ('held', 'requested'), ('held', 'ended'), ('requested', 'held'), ('requested', 'approved'), ('requested', 'ended'),
      ('approved', 'sent'), ('approved', 'ended'), ('sent', 'confirmed'), ('sent', 'bounced')))
    or (new.withdrawal_id, new.customer_id, new.beneficiary_id, new.amount_micros, new.rail_fee_micros, new.number)
      is distinct from (old.withdrawal_id, old.customer_id, old.beneficiary_id, old.amount_micros, old.rail_fee_micros, old.number) then
    raise exception 'withdrawal % cannot go from % to %', old.number, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger withdrawals_guarded before update on wallet.withdrawals
  for each row execute function wallet.guard_withdrawal();

-- Holds from the closed list (PRODUCT §2.4). The same facts can't hold twice; ten days is the longest clock.
create table wallet.holds (
  hold_id uuid primary key,
  customer_id uuid not null references identity.customers,
  reason text not null check (reason in ('identity_documents', 'disputed_deposit', 'new_beneficiary', 'account_theft', 'court_order', 'legal_hold')),
  source text not null check (source in ('available', 'withdrawal_hold')),
  withdrawal_id uuid references wallet.withdrawals,
  amount_micros bigint not null check (amount_micros > 0),
  fact_hash bytea not null,
  evidence text not null,
  created_at timestamptz not null,
  deadline timestamptz not null,
  extended_by uuid,
  released_at timestamptz,
  released_by text,
  unique (customer_id, reason, fact_hash),
  check (reason in ('court_order', 'legal_hold') or deadline <= created_at + interval '10 days'),
  check ((source = 'withdrawal_hold') = (withdrawal_id is not null))
);
create index holds_open on wallet.holds (customer_id) where released_at is null;

grant select, insert on wallet.bank_statements, wallet.bank_lines, wallet.bank_positions, wallet.deposit_references,
  wallet.deposits, wallet.beneficiaries, wallet.withdrawals, wallet.holds to adtally_program;
grant update (assigned_kind, assigned_id, assigned_at) on wallet.bank_lines to adtally_program;
grant update (replaced_at, usable_from) on wallet.beneficiaries to adtally_program;
grant update (status, approved_at, sent_at, confirmed_at, ended_at, ended_reason, line_id) on wallet.withdrawals to adtally_program;
grant update (deadline, extended_by, released_at, released_by) on wallet.holds to adtally_program;

do $$
declare
  table_name text;
begin
  foreach table_name in array array['deposit_references', 'deposits', 'beneficiaries', 'withdrawals', 'holds'] loop
    execute format('alter table wallet.%I enable row level security', table_name);
    execute format('alter table wallet.%I force row level security', table_name);
    execute format(
      'create policy owner on wallet.%I using (platform.scope_is_system() or customer_id = platform.scope_customer_id())',
      table_name);
  end loop;
  foreach table_name in array array['bank_statements', 'bank_positions'] loop
    execute format('alter table wallet.%I enable row level security', table_name);
    execute format('alter table wallet.%I force row level security', table_name);
    execute format('create policy staff on wallet.%I using (platform.scope_is_system())', table_name);
  end loop;
end $$;

-- A customer sees the bank lines of their own deposits and withdrawals, which those tables' policies decide.
alter table wallet.bank_lines enable row level security;
alter table wallet.bank_lines force row level security;
create policy staff_or_party on wallet.bank_lines using (
  platform.scope_is_system()
  or exists (select from wallet.withdrawals w where w.line_id = bank_lines.line_id)
  or exists (select from wallet.deposits d where d.line_id = bank_lines.line_id)
);
