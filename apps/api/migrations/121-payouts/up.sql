-- What is paid out to parties: publishers' earnings, advertisers' free escrow, the platform's own money, acceptors (PRODUCT
-- §3, "Parties paid"). Two people decide each batch, a bank line confirms each payout. Money is the ledger's.
create schema payouts;
grant usage on schema payouts to adtally_program;

-- Where a party is paid: an account in its verified name, by two people. The newest is in force.
create table payouts.accounts (
  account_id uuid primary key,
  payee_kind text not null check (payee_kind in ('publisher', 'advertiser', 'acceptor', 'platform')),
  payee_id uuid not null,
  account_name text not null check (account_name <> ''),
  -- Encrypted; the mask is what lists show.
  sealed bytea not null,
  account_masked text not null,
  -- SHA-256 of the documents that two people looked at.
  evidence_hash bytea not null check (octet_length(evidence_hash) = 32),
  proposal_id uuid not null unique,
  created_at timestamptz not null,
  replaced_at timestamptz
);
create unique index accounts_in_force on payouts.accounts (payee_kind, payee_id) where replaced_at is null;

create function payouts.guard_account() returns trigger language plpgsql as $$
begin
  if old.replaced_at is not null or (to_jsonb(new) - 'replaced_at') is distinct from (to_jsonb(old) - 'replaced_at') then
    raise exception 'an account is replaced once and otherwise never changed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger accounts_guarded before update on payouts.accounts
  for each row execute function payouts.guard_account();

create sequence payouts.numbers start 100001;
create table payouts.payouts (
  payout_id uuid primary key,
  -- What the bank's remittance text says.
  number text not null unique default 'P' || nextval('payouts.numbers'),
  -- The batch: one decision of two people.
  proposal_id uuid not null,
  -- What is paid: the party's account in the ledger.
  source text not null check (
    source in ('publisher_available', 'escrow', 'acceptor_available', 'acceptor_bond', 'own')),
  payee_id uuid not null,
  account_id uuid not null references payouts.accounts,
  amount_micros bigint not null check (amount_micros > 0),
  status text not null default 'sent' check (status in ('sent', 'confirmed', 'returned')),
  sent_at timestamptz not null,
  line_id uuid unique references wallet.bank_lines,
  confirmed_at timestamptz,
  return_line_id uuid unique references wallet.bank_lines,
  return_reason text check (return_reason <> ''),
  returned_at timestamptz,
  check ((line_id is null) = (confirmed_at is null)),
  check (status <> 'confirmed' or line_id is not null),
  check ((status = 'returned') = (returned_at is not null) and (returned_at is null) = (return_reason is null)),
  -- What the bank has paid out comes back by a line only.
  check (status <> 'returned' or (line_id is null) = (return_line_id is null)),
  unique (proposal_id, source, payee_id)
);
create index payouts_by_payee on payouts.payouts (payee_id, payout_id desc);
create index payouts_sent on payouts.payouts (sent_at) where status = 'sent';

create function payouts.guard_payout() returns trigger language plpgsql as $$
declare
  moving constant text[] := array['status', 'line_id', 'confirmed_at', 'return_line_id', 'return_reason', 'returned_at'];
begin
  if (old.status, new.status) not in (('sent', 'confirmed'), ('sent', 'returned'), ('confirmed', 'returned'))
    or (to_jsonb(new) - moving) is distinct from (to_jsonb(old) - moving)
    or old.line_id is not null and new.line_id is distinct from old.line_id then
    raise exception 'payout % cannot go from % to %', old.number, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger payouts_guarded before update on payouts.payouts
  for each row execute function payouts.guard_payout();

do $$
declare
  table_name text;
begin
  foreach table_name in array array['accounts', 'payouts'] loop
    execute format(
      'create trigger stay before delete or truncate on payouts.%I
       for each statement execute function platform.refuse_change()', table_name);
    execute format('alter table payouts.%I enable row level security', table_name);
    execute format('create policy staff on payouts.%I using ((select platform.scope_is_system()))', table_name);
    execute format('grant select, insert on payouts.%I to adtally_program', table_name);
  end loop;
end $$;
revoke all on all functions in schema payouts from public;
grant usage on sequence payouts.numbers to adtally_program;
grant update (replaced_at) on payouts.accounts to adtally_program;
grant update (status, line_id, confirmed_at, return_line_id, return_reason, returned_at) on payouts.payouts
  to adtally_program;
