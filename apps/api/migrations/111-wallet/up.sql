-- Deposits and what goes back, beneficiaries, withdrawals, holds and payout files (PRODUCT §2.3-2.5, §3, §7).

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
  booked_at timestamptz not null,
  -- Null: by itself, as a small exact match within the day's sum (PRODUCT §2.6).
  proposal_id uuid unique
);
create index deposits_by_customer on wallet.deposits (customer_id, deposit_id desc);
create index deposits_by_themselves on wallet.deposits (booked_at) where proposal_id is null;

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
  -- The hold that the first of them was taken from, whose rest went back to its customer.
  hold_id uuid unique,
  proposal_id uuid not null unique,
  booked_at timestamptz not null,
  check ((hold_id is null) = (risk_hold_micros = 0)),
  check (amount_micros = risk_hold_micros + available_micros + reserve_micros + shortfall_micros)
);
create index deposit_recalls_by_deposit on wallet.deposit_recalls (deposit_id);
create index deposit_recalls_by_customer on wallet.deposit_recalls (customer_id);

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
  ordered_by_proposal uuid references operators.proposals,
  sent_by_proposal uuid references operators.proposals,
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
  replaced_at timestamptz,
  -- A withdrawal goes to its customer's own.
  unique (beneficiary_id, customer_id)
);
create unique index beneficiaries_current on wallet.beneficiaries (customer_id) where replaced_at is null;
-- Whether there was one before, from which on another waits.
create index beneficiaries_by_customer on wallet.beneficiaries (customer_id);

-- Payment orders for the bank, encrypted: they hold account numbers. Agreed on by two people, never changed: whoever takes
-- one out gets the same bytes.
create table wallet.payout_files (
  payout_file_id uuid primary key,
  -- What the bank knows the file by (`MsgId`).
  message_id text not null unique check (message_id ~ '^[A-Z0-9]{1,35}$'),
  -- No bank's message can name a wallet address: those are a list.
  format text not null check (format in ('pain001', 'csv')),
  sealed bytea not null,
  file_hash bytea not null check (octet_length(file_hash) = 32),
  payment_count integer not null check (payment_count > 0),
  total_micros bigint not null check (total_micros > 0),
  proposal_id uuid not null,
  created_at timestamptz not null
);

-- Each time that somebody took a file out; nobody's name: the program, to send it to the bank.
create table wallet.payout_file_takings (
  payout_file_id uuid not null references wallet.payout_files,
  number integer not null check (number > 0),
  taken_by uuid,
  taken_at timestamptz not null,
  primary key (payout_file_id, number)
);

-- That the bank rejected a file whole: nothing of it was or will be paid.
create table wallet.payout_file_rejections (
  payout_file_id uuid primary key references wallet.payout_files,
  reason text not null check (reason <> ''),
  rejected_at timestamptz not null
);

-- What became of a file, once: somebody handed it over to the bank, or the program did, or two people discarded it before.
create table wallet.payout_file_ends (
  payout_file_id uuid primary key references wallet.payout_files,
  ended_as text not null check (ended_as in ('handed_over', 'discarded')),
  -- Null of one that the program handed over.
  handed_over_by uuid,
  discarded_by_proposal uuid,
  ended_at timestamptz not null,
  check (ended_as = 'handed_over' or handed_over_by is null),
  check ((ended_as = 'discarded') = (discarded_by_proposal is not null))
);

create sequence wallet.withdrawal_numbers start 100001;

-- A confirmed one can still come back: banks return what they could not deliver days later, by a line of its own.
create table wallet.withdrawals (
  withdrawal_id uuid primary key,
  number text not null unique,
  customer_id uuid not null references identity.customers,
  beneficiary_id uuid not null,
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
  return_line_id uuid unique references wallet.bank_lines,
  -- What of it was given back to its customer when it ended, or stayed behind when it was sent; set by the guard.
  back_micros bigint check (back_micros >= 0),
  constraint withdrawals_to_ones_own foreign key (beneficiary_id, customer_id)
    references wallet.beneficiaries (beneficiary_id, customer_id),
  constraint withdrawals_confirmed_by_line check (
    case status when 'confirmed' then confirmed_at is not null and line_id is not null
      when 'bounced' then (confirmed_at is null) = (line_id is null) and ended_at is not null
      else confirmed_at is null and line_id is null end),
  constraint withdrawals_paid_once_sent check ((sent_at is null) = (payout_micros is null)),
  constraint withdrawals_payout_within check (payout_micros <= amount_micros - rail_fee_micros)
);
create index withdrawals_by_customer on wallet.withdrawals (customer_id, withdrawal_id desc);
-- By when they are to be sent, those whose clock does not run after all others.
create index withdrawals_open on wallet.withdrawals ((status in ('held', 'sent')), send_by, withdrawal_id)
  where status in ('held', 'requested', 'approved', 'sent');

-- What a payment order pays. A withdrawal stands in one of them at most, those that were discarded not counted.
create table wallet.payout_file_payments (
  payout_file_id uuid not null references wallet.payout_files,
  withdrawal_id uuid not null references wallet.withdrawals,
  payout_micros bigint not null check (payout_micros > 0),
  discarded_at timestamptz,
  primary key (payout_file_id, withdrawal_id)
);
create unique index payout_file_payments_once on wallet.payout_file_payments (withdrawal_id) where discarded_at is null;

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
  -- The withdrawal it was taken from, where that goes on, else available funds; set by the guard.
  released_to text check (released_to in ('available', 'withdrawal_hold')),
  document_hash bytea check (octet_length(document_hash) = 32),
  authority text,
  -- What two people agreed to, of every hold but a new beneficiary's, which places itself.
  proposal_id uuid unique,
  proposed_by uuid,
  approved_by uuid,
  -- Set while documents that the hold lists are outstanding: its clock then stands still.
  clock_stopped_at timestamptz,
  stopped_ms bigint not null default 0 check (stopped_ms >= 0),
  -- Of legal holds: reviews by two people, each for 30 days more.
  review_count integer not null default 0 check (review_count >= 0),
  unique (customer_id, reason, fact_hash),
  constraint holds_released_to check ((released_at is null) = (released_to is null)),
  constraint holds_check1 check ((source = 'withdrawal_hold') = (withdrawal_id is not null)),
  -- Ten days is the longest clock of all but legal holds, the time it stood still not counted.
  constraint holds_ten_days check (
    reason in ('court_order', 'legal_hold')
    or deadline <= created_at + interval '240 hours' + stopped_ms * interval '1 millisecond'),
  constraint holds_legal_review check (
    reason not in ('court_order', 'legal_hold')
    or deadline <= created_at + (1 + review_count) * interval '720 hours'),
  constraint holds_reviewed_legal check (review_count = 0 or reason in ('court_order', 'legal_hold')),
  constraint holds_people_differ check (proposed_by is null or proposed_by <> approved_by),
  constraint holds_agreed check ((proposal_id is null) = (reason = 'new_beneficiary'))
);
alter table wallet.deposit_recalls add foreign key (hold_id) references wallet.holds;
create index holds_open on wallet.holds (customer_id) where released_at is null;
create index holds_by_customer on wallet.holds (customer_id, hold_id desc);
-- By when they are released, those whose clock stands still after all others.
create index holds_by_deadline on wallet.holds ((clock_stopped_at is not null), deadline, hold_id)
  where released_at is null;

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

-- What these tables' rows allow the books.
insert into ledger.cause_kinds (cause_kind, allowed_by) values
  ('bank_line', 'wallet.allowed_by_bank_line'),
  ('withdrawal', 'wallet.allowed_by_withdrawal'),
  ('hold', 'wallet.allowed_by_hold');
