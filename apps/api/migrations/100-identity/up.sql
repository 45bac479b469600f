-- Verified persons, licence codes, customers and everything they prove themselves with (PRODUCT §7). Secrets are
-- stored as hashes only, in tables of their own that no customer's transaction can read.
create schema identity;

-- A human being whose identity document staff have seen; one row per document (PRODUCT §2.4, §8).
create table identity.persons (
  person_id uuid primary key,
  full_name text not null check (full_name <> ''),
  -- What a bank line's payer is compared with: no accents, one case, words sorted.
  name_folded text not null,
  -- SHA-256 of the document.
  document_hash bytea not null constraint persons_document_key unique check (octet_length(document_hash) = 32),
  verified_by uuid not null,
  verified_at timestamptz not null
);

create index persons_name on identity.persons (name_folded);

create table identity.customers (
  customer_id uuid primary key,
  -- One account per person: newcomer gifts and fees count per person by this constraint.
  person_id uuid not null constraint customers_person_key unique references identity.persons,
  username text not null check (username ~ '^[A-Za-z0-9._-]{3,32}$'),
  nickname text not null check (nickname <> ''),
  email text not null,
  -- AES-256-GCM under a key from outside the database.
  phone_sealed bytea not null,
  entry text not null check (entry in ('register', 'hybrid')),
  -- Short, and not sequential, so that nobody counts customers by it.
  operated_id text not null constraint customers_operated_id_key unique check (operated_id ~ '^[1-9][0-9]{7}$'),
  status text not null check (status in ('active', 'not_activated', 'disabled', 'cancelled')),
  level integer not null default 0 check (level between 0 and 5),
  credit_score integer not null default 100 check (credit_score between 0 and 100),
  language text,
  time_zone text,
  -- Null: none set. Here and not beside the hash, so that the customer's own scope can read it.
  transaction_password_changed_at timestamptz,
  -- The last time it was replaced without the old one: withdrawals then wait (PRODUCT §7).
  transaction_password_reset_at timestamptz,
  policy_version integer not null,
  created_at timestamptz not null
);
create unique index customers_username_key on identity.customers (lower(username));
create unique index customers_email_key on identity.customers (lower(email));

create table identity.licence_codes (
  code_id uuid primary key,
  -- SHA-256 of its 80 random bits.
  code_hash bytea not null constraint licence_codes_hash_key unique check (octet_length(code_hash) = 32),
  person_id uuid not null references identity.persons,
  policy_label text not null check (policy_label <> ''),
  policy_version integer not null,
  activation text not null check (activation in ('at_once', 'by_staff')),
  issued_by uuid not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > issued_at),
  used_at timestamptz,
  used_by uuid unique references identity.customers,
  check ((used_at is null) = (used_by is null))
);
create index licence_codes_time on identity.licence_codes (code_id desc);
create index licence_codes_person on identity.licence_codes (person_id);

create table identity.login_passwords (
  customer_id uuid primary key references identity.customers,
  -- Argon2id.
  password_hash text not null check (password_hash like '$argon2id$%'),
  changed_at timestamptz not null
);

-- `attempts` counts checks begun since the last right one; the fifth locks before it is known to be wrong, so that
-- no number of simultaneous tries gets more than five checks.
create table identity.transaction_passwords (
  customer_id uuid primary key references identity.customers,
  -- Argon2id over an HMAC whose key is not in the database.
  password_hash text not null check (password_hash like '$argon2id$%'),
  attempts integer not null default 0 check (attempts >= 0),
  locked_until timestamptz,
  changed_at timestamptz not null
);

create table identity.sessions (
  session_id uuid primary key,
  customer_id uuid not null references identity.customers,
  -- SHA-256 of 256 random bits.
  token_hash bytea not null constraint sessions_token_key unique check (octet_length(token_hash) = 32),
  access text not null check (access in ('full', 'restricted')),
  device text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
) with (fillfactor = 80);
create index sessions_customer on identity.sessions (customer_id, created_at);

-- Leave to make one withdrawal: five minutes, once, this amount, this beneficiary.
create table identity.grants (
  grant_hash bytea primary key check (octet_length(grant_hash) = 32),
  customer_id uuid not null references identity.customers,
  amount_micros bigint not null check (amount_micros > 0),
  beneficiary_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index grants_customer on identity.grants (customer_id, expires_at);

-- Sessions are answered from each process's memory; whatever changes what one may do says so to all of them.
create function identity.announce_session() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('identity_sessions', 'session:' || old.session_id);
  return null;
end
$$;
create trigger announce after update of revoked_at, access on identity.sessions
  for each row execute function identity.announce_session();
create trigger announce_removal after delete on identity.sessions
  for each row execute function identity.announce_session();

create function identity.announce_customer() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('identity_sessions', 'customer:' || old.customer_id);
  return null;
end
$$;
create trigger announce after update of status, language on identity.customers
  for each row execute function identity.announce_customer();

alter table identity.persons enable row level security;
alter table identity.customers enable row level security;
alter table identity.licence_codes enable row level security;
alter table identity.login_passwords enable row level security;
alter table identity.transaction_passwords enable row level security;
alter table identity.sessions enable row level security;
alter table identity.grants enable row level security;

-- `(select …)`: asked once per statement, not once per row.
create policy customers_scope on identity.customers using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy sessions_scope on identity.sessions using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy persons_scope on identity.persons using (
  (select platform.scope_is_system())
  or person_id in (select person_id from identity.customers where customer_id = platform.scope_customer_id()));
create policy licence_codes_scope on identity.licence_codes using ((select platform.scope_is_system()));
create policy login_passwords_scope on identity.login_passwords using ((select platform.scope_is_system()));
create policy transaction_passwords_scope on identity.transaction_passwords
  using ((select platform.scope_is_system()));
create policy grants_scope on identity.grants using ((select platform.scope_is_system()));

grant usage on schema identity to adtally_program;
grant select, insert on all tables in schema identity to adtally_program;
grant update (
  nickname, email, phone_sealed, status, level, credit_score, language, time_zone, transaction_password_changed_at,
  transaction_password_reset_at
) on identity.customers to adtally_program;
grant update (used_at, used_by, expires_at) on identity.licence_codes to adtally_program;
grant update (password_hash, changed_at) on identity.login_passwords to adtally_program;
grant update (password_hash, attempts, locked_until, changed_at) on identity.transaction_passwords to adtally_program;
grant update (last_used_at, expires_at, revoked_at) on identity.sessions to adtally_program;
grant update (used_at) on identity.grants to adtally_program;
grant delete on identity.sessions, identity.grants to adtally_program;
