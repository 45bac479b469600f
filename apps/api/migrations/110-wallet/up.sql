-- Bank statements, deposits and what goes back, beneficiaries, withdrawals, holds and payout files (PRODUCT §2.3-2.6,
-- §2.11, §3, §7).
create schema wallet;

-- How a bank writes its CSV files, by two people. The newest of a name is in force; a statement names the one it used.
create table wallet.csv_mappings (
  mapping_id uuid primary key,
  rail text not null,
  name text not null check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  definition jsonb not null,
  proposal_id uuid not null unique,
  created_at timestamptz not null,
  sequence bigint generated always as identity
);
create index csv_mappings_newest on wallet.csv_mappings (rail, name, sequence desc);

-- Imported as they are; never changed. They chain: a statement opens with the balance the last one closed with.
create table wallet.bank_statements (
  statement_id uuid primary key,
  rail text not null,
  format text not null constraint bank_statements_format_known check (format in ('camt053', 'mt940', 'csv')),
  file_hash bytea not null,
  opening_balance_micros bigint not null,
  closing_balance_micros bigint not null,
  line_count integer not null check (line_count >= 0),
  imported_by uuid not null,
  imported_at timestamptz not null,
  sequence bigint generated always as identity,
  -- The bank's own id of the statement, where the format has one.
  external_id text check (external_id <> ''),
  -- Which statement of its file it is.
  file_part integer not null default 1 check (file_part >= 1),
  -- Lines that an overlapping file brought again: counted, and not among this statement's lines.
  duplicate_count integer not null default 0 check (duplicate_count >= 0),
  mapping_id uuid constraint bank_statements_mapping references wallet.csv_mappings,
  constraint bank_statements_file_once unique (file_hash, file_part)
);
create index bank_statements_by_rail on wallet.bank_statements (rail, sequence desc);
create unique index bank_statements_external on wallet.bank_statements (rail, external_id)
  where external_id is not null;

-- What a bank line can turn out to be.
create table wallet.bank_line_kinds (
  kind text primary key check (kind ~ '^[a-z][a-z_]{1,39}$'),
  says text not null check (says <> '')
);
insert into wallet.bank_line_kinds (kind, says) values
  ('deposit', 'paid in by a customer'),
  ('escrow', 'paid in by an advertiser'),
  ('own', 'the platform''s own money'),
  ('bond', 'an acceptor''s bond'),
  ('withdrawal', 'a customer''s withdrawal, paid out or come back'),
  ('payout', 'a party''s payout, paid out or come back'),
  ('charge', 'what the bank took for itself'),
  ('return', 'money that was sent back to the account it came from'),
  ('recall', 'a deposit that the bank took back');

-- Lines are written as the file is read; the statement follows once its closing balance is known to be right.
-- `assigned_kind` says what a line turned out to be; assigned once.
create table wallet.bank_lines (
  line_id uuid primary key,
  -- That it is there is asked once a batch (wallet.statements_with_lines).
  statement_id uuid not null,
  sequence integer not null,
  rail text not null,
  bank_reference text not null,
  booked_at timestamptz not null,
  -- Above 0: paid in; below 0: paid out.
  amount_micros bigint not null check (amount_micros <> 0),
  counterparty_name text not null,
  counterparty_account text not null,
  remittance text not null,
  assigned_kind text constraint bank_lines_assigned_kind_known references wallet.bank_line_kinds,
  assigned_id uuid,
  assigned_at timestamptz,
  is_return boolean not null default false,
  unique (statement_id, sequence),
  unique (rail, bank_reference),
  check ((assigned_kind is null) = (assigned_at is null))
);
create index bank_lines_unassigned on wallet.bank_lines (booked_at) where assigned_kind is null;
create index bank_lines_unassigned_of_statement on wallet.bank_lines (statement_id, sequence)
  where assigned_kind is null;

-- That a line has its statement is asked once a batch of lines instead of once a line, which took a fifth of what an
-- import cost the database: whose lines there are is noted as they are written, and each so noted has to be a statement
-- at the commit. Statements are never removed and a line never changes its statement, so that what holds then holds for
-- good.
create table wallet.statements_with_lines (
  statement_id uuid primary key references wallet.bank_statements deferrable initially deferred
);

-- How far the lines of a long statement have been looked at; short ones are matched as they are imported.
create table wallet.statement_matching (
  statement_id uuid primary key references wallet.bank_statements,
  next_sequence integer not null check (next_sequence >= 1),
  done_at timestamptz
);

-- The bank's own word against the ledger after each import (PRODUCT §2.11), judged again when bookings change what is
-- owed; the newest of each rail is in force.
create table wallet.bank_positions (
  position_id uuid primary key,
  statement_id uuid not null references wallet.bank_statements,
  rail text not null,
  closing_balance_micros bigint not null,
  customers_money_micros bigint not null,
  sequence bigint generated always as identity,
  -- What has been taken from its owners and the bank has not paid out yet: it has to be there, too.
  in_transit_micros bigint not null default 0 check (in_transit_micros >= 0)
);
create index bank_positions_newest on wallet.bank_positions (sequence desc);
create index bank_positions_by_rail on wallet.bank_positions (rail, sequence desc);

-- Each change of the verdict whether money owed to customers is there (PRODUCT §2.11): kept for good and shown to
-- everybody.
create table wallet.payment_stops (
  sequence bigint generated always as identity primary key,
  stopped boolean not null,
  bank_micros bigint not null,
  owed_micros bigint not null,
  shortfall_micros bigint not null check (shortfall_micros >= 0),
  changed_at timestamptz not null default platform.now(),
  check (stopped = (bank_micros < owed_micros or shortfall_micros > 0))
);

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

-- Deposits that the bank took back (PRODUCT §3): who bore what of each, by the bank's own line and two people.
create table wallet.deposit_recalls (
  recall_id uuid primary key,
  deposit_id uuid not null references wallet.deposits,
  customer_id uuid not null references identity.customers,
  line_id uuid not null unique references wallet.bank_lines,
  amount_micros bigint not null check (amount_micros > 0),
  risk_hold_micros bigint not null check (risk_hold_micros >= 0),
  available_micros bigint not null check (available_micros >= 0),
  reserve_micros bigint not null check (reserve_micros >= 0),
  shortfall_micros bigint not null check (shortfall_micros >= 0),
  proposal_id uuid not null unique,
  booked_at timestamptz not null,
  check (amount_micros = risk_hold_micros + available_micros + reserve_micros + shortfall_micros)
);
create index deposit_recalls_by_deposit on wallet.deposit_recalls (deposit_id);

create sequence wallet.return_numbers start 100001;

-- Money paid in that nobody could match goes back to the account it came from (PRODUCT §2.6): suspense → transit when
-- it is ordered, transit → bank when a bank line says that it has gone.
create table wallet.deposit_returns (
  return_id uuid primary key,
  -- What the bank's remittance text says.
  number text not null unique default 'D' || nextval('wallet.return_numbers'),
  line_id uuid not null unique references wallet.bank_lines,
  amount_micros bigint not null check (amount_micros > 0),
  account_name text not null,
  account_number text not null check (account_number <> ''),
  -- Null: by itself, after ten days.
  ordered_by_proposal uuid,
  sent_by_proposal uuid,
  status text not null default 'ordered' check (status in ('ordered', 'sent', 'confirmed')),
  ordered_at timestamptz not null,
  sent_at timestamptz,
  confirmed_at timestamptz,
  paid_line_id uuid unique references wallet.bank_lines,
  check ((status = 'ordered') = (sent_at is null) and (sent_at is null) = (sent_by_proposal is null)),
  check ((status = 'confirmed') = (confirmed_at is not null) and (confirmed_at is null) = (paid_line_id is null))
);
create index deposit_returns_open on wallet.deposit_returns (return_id) where status <> 'confirmed';

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

-- Payment orders as handed to the bank, encrypted: they hold account numbers. Sent by two people, never changed.
create table wallet.payout_files (
  payout_file_id uuid primary key,
  -- What the bank knows the file by (`MsgId`).
  message_id text not null unique check (message_id ~ '^[A-Z0-9]{1,35}$'),
  sealed bytea not null,
  file_hash bytea not null check (octet_length(file_hash) = 32),
  payment_count integer not null check (payment_count > 0),
  total_micros bigint not null check (total_micros > 0),
  proposal_id uuid not null,
  created_at timestamptz not null
);

create sequence wallet.withdrawal_numbers start 100001;

-- A confirmed one can still come back: banks return what they could not deliver days later, by a line of its own.
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
  -- What is handed to the bank may be less than what was asked for: a disputed part stays behind, on hold.
  payout_micros bigint check (payout_micros > 0),
  payout_file_id uuid
    constraint withdrawals_payout_file references wallet.payout_files deferrable initially deferred,
  return_line_id uuid unique references wallet.bank_lines,
  constraint withdrawals_confirmed_by_line check (
    case status when 'confirmed' then confirmed_at is not null and line_id is not null
      when 'bounced' then (confirmed_at is null) = (line_id is null) and ended_at is not null
      else confirmed_at is null and line_id is null end),
  constraint withdrawals_paid_once_sent check ((sent_at is null) = (payout_micros is null)),
  constraint withdrawals_payout_within check (payout_micros <= amount_micros - rail_fee_micros)
);
create index withdrawals_by_customer on wallet.withdrawals (customer_id, withdrawal_id desc);
create index withdrawals_open on wallet.withdrawals (send_by) where status in ('held', 'requested', 'approved', 'sent');

-- Holds from the closed list (PRODUCT §2.4). The same facts can't hold twice.
create table wallet.holds (
  hold_id uuid primary key,
  customer_id uuid not null references identity.customers,
  reason text not null check (reason in (
    'identity_documents', 'disputed_deposit', 'new_beneficiary', 'account_theft', 'court_order', 'legal_hold')),
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
  document_hash bytea check (octet_length(document_hash) = 32),
  authority text,
  proposed_by uuid,
  approved_by uuid,
  -- Set while documents that the hold lists are outstanding: its clock then stands still.
  clock_stopped_at timestamptz,
  stopped_ms bigint not null default 0 check (stopped_ms >= 0),
  -- Of legal holds: reviews by two people, each for 30 days more.
  review_count integer not null default 0 check (review_count >= 0),
  unique (customer_id, reason, fact_hash),
  constraint holds_check1 check ((source = 'withdrawal_hold') = (withdrawal_id is not null)),
  -- Ten days is the longest clock of all but legal holds, the time it stood still not counted.
  constraint holds_ten_days check (
    reason in ('court_order', 'legal_hold')
    or deadline <= created_at + interval '10 days' + stopped_ms * interval '1 millisecond'),
  constraint holds_legal_review check (
    reason not in ('court_order', 'legal_hold') or deadline <= created_at + (1 + review_count) * interval '30 days'),
  constraint holds_reviewed_legal check (review_count = 0 or reason in ('court_order', 'legal_hold')),
  constraint holds_people_differ check (proposed_by is null or proposed_by <> approved_by)
);
create index holds_open on wallet.holds (customer_id) where released_at is null;
create index holds_by_customer on wallet.holds (customer_id, hold_id desc);

-- Each time that holds left nothing of a withdrawal to be sent: until which hold's release, and how far that moved its
-- promise. Whatever else moves it is a difference.
create table wallet.withdrawal_pauses (
  hold_id uuid primary key references wallet.holds,
  withdrawal_id uuid not null references wallet.withdrawals,
  began_at timestamptz not null,
  ended_at timestamptz not null,
  send_by_before timestamptz not null,
  send_by_after timestamptz not null check (send_by_after >= send_by_before)
);
create index withdrawal_pauses_by_withdrawal on wallet.withdrawal_pauses (withdrawal_id);

-- What a hold asks for: listed once, when it is placed.
create table wallet.hold_documents (
  hold_id uuid not null references wallet.holds,
  position smallint not null check (position between 1 and 8),
  customer_id uuid not null references identity.customers,
  name text not null check (name <> ''),
  file_id uuid,
  provided_at timestamptz,
  primary key (hold_id, position),
  check ((file_id is null) = (provided_at is null))
);

-- What the customer has to say against a hold.
create table wallet.hold_appeals (
  appeal_id uuid primary key,
  hold_id uuid not null references wallet.holds,
  customer_id uuid not null references identity.customers,
  request_id uuid not null,
  grounds text not null check (grounds <> ''),
  filed_at timestamptz not null,
  -- Decided by somebody who neither proposed nor approved the hold.
  decision text check (decision in ('released', 'upheld')),
  answer text,
  decided_by uuid,
  decided_at timestamptz,
  unique (customer_id, request_id),
  check (
    (decision is null) = (decided_at is null) and (decision is null) = (decided_by is null)
    and (decision is null) = (answer is null))
);
create unique index hold_appeals_open on wallet.hold_appeals (hold_id) where decided_at is null;
