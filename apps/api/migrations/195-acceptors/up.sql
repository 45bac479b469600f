-- Acceptors, their bonds and limits, and exchange orders (PRODUCT §11). Money is the ledger's.
create schema acceptors;

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

-- Which bank line paid a bond in. The amount itself is in the ledger.
create table acceptors.bond_top_ups (
  top_up_id uuid primary key,
  acceptor_id uuid not null references acceptors.acceptors,
  line_id uuid not null unique,
  amount_micros bigint not null check (amount_micros > 0),
  created_at timestamptz not null
);
create index bond_top_ups_by_acceptor on acceptors.bond_top_ups (acceptor_id, top_up_id);

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
  -- The proposal that two people decided it by.
  decision_id uuid,
  -- What it was offered under.
  policy_version integer not null,
  -- An order is decided by an approved proposal, and by nothing else.
  constraint orders_decided_by_two check (
    (status_trigger in ('decided_for_acceptor', 'decided_for_customer', 'wrong_completion'))
    = (decision_id is not null)),
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

-- What either side hands in, that it was paid or that it was not: words, and images that files keeps with their hashes.
create table acceptors.order_evidence (
  evidence_id uuid primary key,
  order_id uuid not null references acceptors.orders,
  party text not null check (party in ('acceptor', 'customer')),
  note text not null,
  recorded_by uuid,
  created_at timestamptz not null,
  request_id uuid,
  -- Ids of files.images.
  image_ids uuid[] not null default '{}',
  constraint order_evidence_has_author check ((party = 'acceptor') = (recorded_by is not null)),
  constraint order_evidence_asked check ((party = 'customer') = (request_id is not null)),
  constraint order_evidence_request_key unique (order_id, request_id)
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
  ('paid', 'disputed', 'acceptor_disputed'),
  ('disputed', 'completed', 'customer_confirmed'),
  ('disputed', 'completed', 'decided_for_acceptor'),
  ('disputed', 'returned', 'decided_for_customer'),
  ('disputed', 'returned', 'undecided'),
  ('completed', 'made_good', 'wrong_completion');

-- What these tables' rows allow the books.
insert into ledger.cause_kinds (cause_kind, allowed_by) values
  ('bank_line', 'acceptors.allowed_by_bank_line'),
  ('exchange_order', 'acceptors.allowed_by_exchange_order');
