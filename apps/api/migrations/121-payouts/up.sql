-- What is paid out to parties: publishers' earnings, advertisers' free escrow, the platform's own money, acceptors
-- (PRODUCT §3, "Parties paid"). Two people decide each batch, a bank line confirms each payout. Money is the ledger's.
create schema payouts;

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

-- Another account that a partner asked for: it waits a day, in which an owner may withdraw it, and is then set by two of the
-- office as the account of this id. At most one of a party waits.
create table payouts.account_changes (
  change_id uuid primary key,
  payee_kind text not null check (payee_kind in ('publisher', 'advertiser')),
  payee_id uuid not null,
  sealed bytea not null,
  account_masked text not null,
  -- One of the party's people.
  asked_by uuid not null,
  asked_at timestamptz not null,
  settable_at timestamptz not null check (settable_at >= asked_at + interval '24 hours'),
  withdrawn_by uuid,
  withdrawn_at timestamptz,
  set_at timestamptz,
  check ((withdrawn_by is null) = (withdrawn_at is null)),
  check (withdrawn_at is null or set_at is null)
);
create unique index account_changes_open on payouts.account_changes (payee_id)
  where withdrawn_at is null and set_at is null;
create index account_changes_waiting on payouts.account_changes (settable_at, change_id)
  where withdrawn_at is null and set_at is null;

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

-- What these tables' rows allow the books.
insert into ledger.cause_kinds (cause_kind, allowed_by) values
  ('bank_line', 'payouts.allowed_by_bank_line'),
  ('payout', 'payouts.allowed_by_payout'),
  ('proposal', 'payouts.allowed_by_proposal'),
  ('proposal', 'payouts.allowed_by_reversal');
