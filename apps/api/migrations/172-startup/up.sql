-- Startup funds (PRODUCT §9): one promotional advance for each verified person, for plans only. The money is the
-- ledger's; no account exists in which a customer could owe it.
create schema startup;

create table startup.grants (
  grant_id uuid primary key,
  customer_id uuid not null constraint grants_customer_key unique references identity.customers,
  -- One for each verified person, whatever becomes of it.
  person_id uuid not null constraint grants_person_key unique references identity.persons,
  amount_micros bigint not null check (amount_micros > 0),
  policy_version integer not null,
  granted_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > granted_at)
);

-- What went back, by the customer's tap or at the end. After either, what plans bring back goes to promo at once.
create table startup.returns (
  return_id uuid primary key,
  grant_id uuid not null references startup.grants,
  customer_id uuid not null,
  cause text not null check (cause in ('returned', 'expired')),
  amount_micros bigint not null check (amount_micros >= 0),
  returned_at timestamptz not null
);
create index returns_of_grant on startup.returns (grant_id);
create unique index returns_expired_once on startup.returns (grant_id) where cause = 'expired';

-- What these tables' rows allow the books.
insert into ledger.cause_kinds (cause_kind, allowed_by) values
  ('startup', 'startup.allowed_by_startup');
