-- What the bank says: its accounts, statements as staff bring them and as they are booked, and whether money owed to
-- customers is there (PRODUCT §2.6, §2.11).
create schema wallet;

-- The bank accounts in the legal entity's name, and the ids by which the ledger knows them, as bank-accounts.ts states
-- them (a test compares both).
create table wallet.rails (
  rail text primary key,
  account_id uuid not null unique
);
insert into wallet.rails (rail, account_id) values ('main', '00000000-0000-7000-8000-000000000101');

-- How a bank writes its CSV files, by two people. The newest of a name is in force; a statement names the one it used.
create table wallet.csv_mappings (
  mapping_id uuid primary key,
  rail text not null references wallet.rails,
  name text not null check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  definition jsonb not null,
  proposal_id uuid not null unique,
  created_at timestamptz not null,
  sequence bigint generated always as identity
);
create index csv_mappings_newest on wallet.csv_mappings (rail, name, sequence desc);

-- What whoever fetches from the bank by itself is known by: the worker's password alone is not enough.
create table wallet.connector_key (
  only_row boolean primary key default true check (only_row),
  token_hash bytea not null check (octet_length(token_hash) = 32)
);
insert into wallet.connector_key (token_hash) values (decode(current_setting('adtally.connector_digest'), 'hex'));

-- How far the program has come with what a bank has offered, and since when it gets no answer.
create table wallet.bank_feeds (
  rail text primary key references wallet.rails,
  mark text,
  answered_at timestamptz,
  failing_since timestamptz,
  failure text check (failure <> ''),
  check ((failing_since is null) = (failure is null))
);

-- What staff bring of the bank's statements, each by themselves, and what the program fetched: kept as it was read, and
-- booked by nobody. Written by functions alone, in the name of whoever's session it is. `content_hash` is of what a statement says, whatever its
-- format and the order of its lines, and there once it was read to its end.
create table wallet.brought_statements (
  brought_id uuid primary key,
  sequence bigint generated always as identity,
  rail text not null,
  format text not null constraint brought_statements_format_known check (format in ('camt053', 'mt940', 'csv')),
  file_hash bytea not null check (octet_length(file_hash) = 32),
  -- Which statement of its file it is.
  file_part integer not null check (file_part >= 1),
  -- The bank's own id of the statement, where the format has one, and the account as the file names it.
  external_id text check (external_id <> ''),
  account text not null,
  mapping_id uuid constraint brought_statements_mapping references wallet.csv_mappings,
  opening_balance_micros bigint not null,
  closing_balance_micros bigint,
  line_count integer check (line_count >= 0),
  content_hash bytea check (octet_length(content_hash) = 32),
  -- Null: the program fetched it.
  brought_by uuid,
  brought_at timestamptz not null,
  -- `overtaken`: it contradicts what two others brought.
  ended_as text check (ended_as in ('confirmed', 'taken_back', 'overtaken')),
  ended_at timestamptz,
  -- What it was confirmed as, or overtaken by.
  statement_id uuid,
  check ((ended_as is null) = (ended_at is null)),
  check ((statement_id is not null) = (ended_as is not null and ended_as in ('confirmed', 'overtaken'))),
  check ((content_hash is null) = (closing_balance_micros is null) and (content_hash is null) = (line_count is null))
);
create index brought_statements_waiting on wallet.brought_statements (rail, sequence) where ended_as is null;
-- What people are shown: what waits, and what contradicts a booked statement.
create index brought_statements_shown on wallet.brought_statements (sequence)
  where ended_as is null or (ended_as = 'overtaken' and brought_by is not null);
-- Of what the program fetched: what the bank says otherwise than a booked statement.
create index brought_statements_contradicting on wallet.brought_statements (statement_id)
  where ended_as = 'overtaken' and brought_by is null;
create index brought_statements_confirmed on wallet.brought_statements (statement_id) where ended_as = 'confirmed';

create table wallet.brought_lines (
  brought_id uuid not null,
  sequence integer not null,
  bank_reference text not null,
  booked_at timestamptz not null,
  amount_micros bigint not null check (amount_micros <> 0),
  counterparty_name text not null,
  counterparty_account text not null,
  remittance text not null,
  is_return boolean not null,
  -- Of what it says in any format.
  line_hash bytea not null,
  primary key (brought_id, sequence)
);

-- What the bank offered the program, once for each content of each of its statements. A statement that comes again with other
-- bytes is another row: `differs` where what it says is booked as something else, and then it is booked by nobody.
create table wallet.fetched_statements (
  fetched_id uuid primary key,
  sequence bigint generated always as identity,
  rail text not null references wallet.rails,
  -- The bank's own id.
  external_id text not null check (external_id <> ''),
  -- The bytes as the bank sent them.
  file bytea not null,
  file_hash bytea not null check (file_hash = sha256(file)),
  fetched_at timestamptz not null,
  found_as text not null check (found_as in ('new', 'known', 'differs', 'malformed')),
  -- What it holds, where it is new or differs.
  brought_id uuid unique,
  -- The element, id or reference to blame.
  blamed text,
  unique (rail, external_id, file_hash),
  check ((brought_id is not null) = (found_as in ('new', 'differs')))
);
create index fetched_statements_newest on wallet.fetched_statements (sequence desc);
-- What is wrong is found among all that was fetched, and the last that was new.
create index fetched_statements_faults on wallet.fetched_statements (sequence) where found_as in ('malformed', 'differs');
create index fetched_statements_new on wallet.fetched_statements (rail, sequence) where found_as = 'new';

-- Booked statements: what two people brought alike, copied by `wallet.book_agreed_statement`, or the program fetched, by
-- `wallet.book_fetched_statement`, and by nothing else. They chain: a statement opens with the balance the last one closed with. `origin` says how it is known to be the bank's.
create table wallet.bank_statements (
  statement_id uuid primary key,
  rail text not null references wallet.rails,
  origin text not null check (origin in ('two_people', 'fetched')),
  format text not null constraint bank_statements_format_known check (format in ('camt053', 'mt940', 'csv')),
  file_hash bytea not null,
  file_part integer not null check (file_part >= 1),
  external_id text check (external_id <> ''),
  mapping_id uuid constraint bank_statements_mapping references wallet.csv_mappings,
  content_hash bytea not null check (octet_length(content_hash) = 32),
  opening_balance_micros bigint not null,
  closing_balance_micros bigint not null,
  line_count integer not null check (line_count >= 0),
  -- Lines that an overlapping file brought again: counted, and not among this statement's lines.
  duplicate_count integer not null check (duplicate_count >= 0),
  -- The two people; null of one that was fetched.
  brought_by uuid,
  confirmed_by uuid,
  confirmed_at timestamptz not null,
  sequence bigint generated always as identity,
  -- The two people's decision that it was none of the bank's: the newest goes first, and the chain goes on before it.
  withdrawn_by_proposal uuid unique,
  withdrawn_at timestamptz,
  constraint bank_statements_two_people check (
    case origin when 'two_people' then coalesce(brought_by <> confirmed_by, false)
      else brought_by is null and confirmed_by is null end),
  check ((withdrawn_by_proposal is null) = (withdrawn_at is null))
);
create index bank_statements_by_rail on wallet.bank_statements (rail, sequence desc) where withdrawn_at is null;
create unique index bank_statements_external on wallet.bank_statements (rail, external_id)
  where external_id is not null and withdrawn_at is null;
create index bank_statements_content on wallet.bank_statements (content_hash) where withdrawn_at is null;
alter table wallet.brought_statements add constraint brought_statements_outcome
  foreign key (statement_id) references wallet.bank_statements;

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
  ('recall', 'a deposit that the bank took back'),
  ('withdrawn', 'nothing: its statement was none of the bank''s');

-- Lines of booked statements, written with them. `assigned_kind` says what a line turned out to be; assigned once.
create table wallet.bank_lines (
  line_id uuid primary key,
  -- Written by the one function that writes statements; a foreign key would take a fifth of what a booking costs.
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
  -- It went with its statement: the bank's true one may have the same reference.
  is_withdrawn boolean not null default false,
  unique (statement_id, sequence),
  check ((assigned_kind is null) = (assigned_at is null))
);
create unique index bank_lines_reference on wallet.bank_lines (rail, bank_reference) where not is_withdrawn;
create index bank_lines_unassigned on wallet.bank_lines (booked_at, line_id) where assigned_kind is null;
create index bank_lines_unassigned_of_statement on wallet.bank_lines (statement_id, sequence)
  where assigned_kind is null;

-- How far the lines of a long statement have been looked at; short ones are matched as they are booked.
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
  -- The bank's own statement contradicted a booked one.
  contradicted boolean not null default false,
  changed_at timestamptz not null default platform.now(),
  check (stopped = (bank_micros < owed_micros or shortfall_micros > 0 or contradicted))
);
