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
-- By how it begins, which is a range of letters in the order of their numbers.
create index persons_name_begins on identity.persons (name_folded collate "C");

create table identity.customers (
  customer_id uuid primary key,
  -- One account per person: newcomer gifts and fees count per person by this constraint.
  person_id uuid not null constraint customers_person_key unique references identity.persons,
  username text not null check (username ~ '^[A-Za-z0-9._-]{3,32}$'),
  nickname text not null check (nickname <> ''),
  email text not null,
  -- When a link that was sent there was followed, or two of the staff or a host vouched for it; null: not yet.
  email_confirmed_at timestamptz,
  -- AES-256-GCM under a key from outside the database.
  phone_sealed bytea not null,
  entry text not null check (entry in ('register', 'hybrid')),
  -- Short, and not sequential, so that nobody counts customers by it.
  operated_id text not null constraint customers_operated_id_key unique check (operated_id ~ '^[1-9][0-9]{7}$'),
  status text not null check (status in ('active', 'not_activated', 'disabled', 'cancelled')),
  language text,
  -- A name, as profile and header accept it: PostgreSQL reads other texts as rules, which may move clocks by days. A
  -- rule has a digit; of names only these few have one.
  time_zone text constraint customers_time_zone_real check (
    time_zone ~ '^([A-Za-z][A-Za-z_/+-]*|(Etc/)?GMT([+-]?0|[+-][1-9]|[+-]1[0-4])|EST5EDT|CST6CDT|MST7MDT|PST8PDT)$'),
  -- Null: none set. Here and not beside the hash, so that the customer's own scope can read it.
  transaction_password_changed_at timestamptz,
  -- The last time it was replaced without the old one, or the sign-in password was replaced: withdrawals then wait (PRODUCT §7).
  transaction_password_reset_at timestamptz,
  policy_version integer not null,
  created_at timestamptz not null,
  -- Names as they are compared, as columns: under row-level security PostgreSQL does not believe `lower` to be
  -- harmless, so that signing in would go through every customer instead of the index.
  username_folded text not null generated always as (lower(username)) stored,
  email_folded text not null generated always as (lower(email)) stored
);
create unique index customers_username_key on identity.customers (username_folded);
create index customers_username_begins on identity.customers (username_folded collate "C");
-- An address is somebody's once it is confirmed: who has only typed it keeps nobody from it.
create unique index customers_email_key on identity.customers (email_folded) where email_confirmed_at is not null;
create index customers_email_typed on identity.customers (email_folded, created_at);

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
  -- Argon2id, sealed under a key from outside the database.
  password_sealed bytea not null,
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
  revoked_at timestamptz,
  -- What its next call is told, where its customer did not end it themselves.
  ended_because text check (
    ended_because in ('displaced', 'password_changed', 'second_factor_changed', 'ended_by_service', 'all_ended')),
  check (ended_because is null or revoked_at is not null)
) with (fillfactor = 80);
create index sessions_customer on identity.sessions (customer_id, created_at);

-- Each time that two of the staff ended every customer's session, and why, in words that customers read as they next sign in.
create table identity.session_endings (
  -- What they agreed on.
  proposal_id uuid primary key references operators.proposals,
  reason text not null,
  -- As it stands in the sessions that it ended.
  ended_at timestamptz not null,
  sessions_ended integer not null check (sessions_ended >= 0)
);

-- Devices that customers have signed in on: they are let in, however many wrong passwords strangers try.
create table identity.devices (
  customer_id uuid not null references identity.customers,
  -- SHA-256 of 256 random bits that the device keeps.
  device_hash bytea not null check (octet_length(device_hash) = 32),
  first_used_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (customer_id, device_hash)
);
create index devices_hash on identity.devices (device_hash);

-- The e-mail address that a customer asked for last, until it is confirmed.
create table identity.email_requests (
  customer_id uuid primary key references identity.customers,
  email text not null,
  asked_at timestamptz not null
);
create index email_requests_oldest on identity.email_requests (asked_at, customer_id);

-- Links that were sent, or given by two of the staff: good once, and for a time.
create table identity.links (
  -- SHA-256 of 256 random bits.
  link_hash bytea primary key check (octet_length(link_hash) = 32),
  kind text not null check (kind in ('email', 'password')),
  customer_id uuid not null references identity.customers,
  -- Where it went; of the kind `email` what it confirms.
  email text not null,
  -- SHA-256 of a code that is asked for beside it: where two of the staff gave it, each has one of the two.
  code_hash bytea check (octet_length(code_hash) = 32),
  made_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > made_at),
  used_at timestamptz
);
create index links_customer on identity.links (customer_id, kind);
create index links_end on identity.links (expires_at);

-- Tries that may be tried only so often: sign-ins by name and network, letters asked for. What a row counts is known by
-- a digest alone, under a key from outside the database, because people type passwords where names belong.
create table identity.tries (
  key_hash bytea primary key check (octet_length(key_hash) = 32),
  tries integer not null check (tries >= 0),
  ends_at timestamptz not null
) with (fillfactor = 80);
create index tries_end on identity.tries (ends_at);

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

-- What tickets of hybrid hosts (PRODUCT §7) have to be made for (`aud`): this database and no other, so that a
-- sandbox's ticket opens nothing live.
create table identity.ticket_audience (
  is_the_one boolean primary key default true check (is_the_one),
  audience text not null
);
insert into identity.ticket_audience (audience) values ('urn:uuid:' || gen_random_uuid());

-- Host apps (PRODUCT §7), by keys that two members of staff entered.
create table identity.host_keys (
  host_id text not null check (host_id ~ '^[a-z][a-z0-9-]{1,31}$' and host_id <> 'sandbox'),
  key_id text not null check (key_id ~ '^[A-Za-z0-9._-]{1,64}$'),
  host_name text not null check (host_name <> ''),
  -- Public halves only.
  public_jwk jsonb not null check (not (public_jwk ? 'd')),
  proposal_id uuid not null,
  added_at timestamptz not null,
  revoked_at timestamptz,
  primary key (host_id, key_id)
);

-- Tickets that were traded, until nobody could use them any more: the primary key is what makes them single use.
create table identity.entry_tickets (
  host_id text not null,
  ticket_id text not null,
  used_at timestamptz not null,
  primary key (host_id, ticket_id)
);
create index entry_tickets_used on identity.entry_tickets (used_at);

-- What a host's user without an ad account opens one with, once the host's ticket was traded.
create table identity.opening_tickets (
  opening_id uuid primary key,
  -- SHA-256 of 256 random bits.
  ticket_hash bytea not null constraint opening_tickets_hash_key unique check (octet_length(ticket_hash) = 32),
  host_id text not null,
  subject text not null,
  -- What the host says of its user, under a key from outside the database.
  profile_sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  used_at timestamptz
);
create index opening_tickets_end on identity.opening_tickets (expires_at);

-- Which account is which host user's.
create table identity.hybrid_accounts (
  host_id text not null,
  subject text not null check (length(subject) between 1 and 128),
  customer_id uuid not null constraint hybrid_accounts_customer_key unique
    -- The account is written later in the same transaction, once ticket and host user are known to be free.
    references identity.customers deferrable initially deferred,
  opened_at timestamptz not null,
  constraint hybrid_accounts_subject_key primary key (host_id, subject)
);

-- A customer's own second factor for withdrawals, and for signing in where they asked for that (PRODUCT §7): an authenticator
-- app, passkeys, or both. No customer's transaction reads it, nor what is below.
create table identity.second_factors (
  customer_id uuid primary key references identity.customers,
  -- Since when it is asked for: there is a passkey, or an app that has shown a first code. Null: not yet.
  set_at timestamptz,
  -- The secret that an authenticator app has too (RFC 6238), by AES-256-GCM under a key from outside the database; null: no app.
  secret_sealed bytea,
  begun_at timestamptz check ((begun_at is null) = (secret_sealed is null)),
  -- Null until a first code has shown that the app has the secret.
  confirmed_at timestamptz check (confirmed_at is null or (begun_at is not null and confirmed_at >= begun_at)),
  -- The step of the last code that was taken: each is good once.
  last_step bigint not null default 0,
  attempts integer not null default 0 check (attempts >= 0),
  locked_until timestamptz,
  -- Since when signing in asks for it too; null: it does not.
  at_sign_in_since timestamptz check (at_sign_in_since is null or set_at is not null),
  check (confirmed_at is null or set_at is not null)
);

-- Passkeys (WebAuthn): key pairs whose private half never leaves a customer's device.
create table identity.passkeys (
  passkey_id uuid primary key,
  customer_id uuid not null references identity.second_factors,
  credential_id bytea not null constraint passkeys_credential_key unique check (octet_length(credential_id) between 1 and 1023),
  -- COSE.
  public_key bytea not null,
  -- How often its device says that it has signed; 0 where it does not count.
  sign_count bigint not null check (sign_count >= 0),
  -- How browsers reach the device, in their words.
  transports text[] not null,
  name text not null check (length(name) between 1 and 40),
  added_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_customer on identity.passkeys (customer_id);

-- Questions that passkeys are asked: random bytes, hashed, good once, for one purpose and a few minutes.
create table identity.passkey_challenges (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  customer_id uuid not null references identity.customers,
  -- What an answer allows, with what it is about: an amount and whom it goes to, a session that changes the factor.
  purpose text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_customer on identity.passkey_challenges (customer_id);
create index passkey_challenges_end on identity.passkey_challenges (expires_at);

-- Codes that stand in for the app once each, hashed and sealed.
create table identity.recovery_codes (
  -- Argon2id with the salt that all of a set share, sealed under a key from outside the database.
  code_sealed bytea primary key,
  customer_id uuid not null references identity.customers,
  made_at timestamptz not null,
  -- Kept from then on: one that comes twice is no guess.
  used_at timestamptz
);
create index recovery_codes_customer on identity.recovery_codes (customer_id);
