-- Staff, what they sign in with, their sessions, and the rule of two people. A proposal and its decision are immutable
-- rows; the database itself refuses a maker who checks, a second decision, a changed payload, and a member of staff whom
-- nobody approved.
create schema operators;

create table operators.staff (
  staff_id uuid primary key,
  username text not null unique check (username ~ '^[a-z][a-z0-9._-]{1,31}$' and username <> 'program'),
  display_name text not null check (display_name <> ''),
  roles text[] not null check (
    cardinality(roles) > 0
    and roles <@ array['support', 'content', 'finance_maker', 'finance_checker', 'risk', 'auditor', 'admin']
    -- The auditor reads all and changes nothing (PRODUCT §15).
    and (not 'auditor' = any (roles) or cardinality(roles) = 1)
    -- Who proposes money does not approve it, and who gives roles does neither.
    and not roles @> '{finance_maker,finance_checker}'
    and not (roles @> '{admin}' and roles && '{finance_maker,finance_checker}')),
  -- The first two are founders, made while there are none; everybody after them by an approved proposal.
  founder smallint unique check (founder in (1, 2)),
  proposal_id uuid unique,
  created_at timestamptz not null default platform.now(),
  disabled_at timestamptz,
  check ((founder is null) <> (proposal_id is null))
);

-- What somebody proves themselves with, apart from who they are: no role but the owner's functions reads or writes it. What
-- is kept fits its owner alone, because their id is in what the hash is taken of, and is bound to what is sealed.
create table operators.secrets (
  staff_id uuid primary key references operators.staff,
  -- What the proof of a password is made with, salt and key, sealed by the program.
  password_key_sealed bytea,
  -- SHA-256 of the proof that the program makes of a password; null until activated.
  password_hash bytea check (octet_length(password_hash) = 32),
  -- As `password_hash`, of the password before, which must not be set again; its key is kept until activated.
  former_hash bytea check (octet_length(former_hash) = 32),
  -- SHA-256 of the two halves of the activation code; the first went to the maker, the second to the checker.
  activation_hashes text[] check (cardinality(activation_hashes) = 2),
  -- The second factor's secret with the proof of having opened it, sealed by the program; null where there is none.
  factor_sealed bytea,
  -- SHA-256 of that proof.
  factor_hash bytea check (octet_length(factor_hash) = 32),
  factor_last_step bigint not null default 0,
  -- Whoever had one that was lost sets up another, in a sandbox, too.
  needs_factor boolean not null default false,
  -- From when whoever had one that was lost checks money again; null for everybody else.
  checks_money_from timestamptz,
  check (password_hash is null or former_hash is null),
  check ((coalesce(password_hash, former_hash) is null) = (password_key_sealed is null)),
  check ((factor_hash is null) = (factor_sealed is null)),
  check (password_hash is not null or activation_hashes is not null)
);

-- Passkeys of staff (WebAuthn). Whose key it is that a signature is checked with, the database takes from no program that
-- can't open what is sealed here.
create table operators.passkeys (
  passkey_id uuid primary key,
  staff_id uuid not null references operators.staff,
  credential_id bytea not null constraint passkeys_credential unique check (octet_length(credential_id) between 1 and 1023),
  -- What its owner knows it by.
  name text not null check (name <> ''),
  transports text[] not null,
  -- The public key with the proof of having opened it, sealed by the program.
  key_sealed bytea not null,
  -- SHA-256 of that proof.
  key_hash bytea not null check (octet_length(key_hash) = 32),
  -- How many signatures its device has counted; it only rises, or the device counts none.
  sign_count bigint not null check (sign_count >= 0),
  added_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_staff on operators.passkeys (staff_id);

-- Questions that wait for a passkey's answer: each good once, within minutes, for what it was asked for alone.
create table operators.challenges (
  -- SHA-256 of the challenge.
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  purpose text not null check (purpose in ('sign_in', 'proof', 'make')),
  -- Whose session asked; nobody's where somebody wants to sign in.
  session_id uuid check ((session_id is null) = (purpose = 'sign_in')),
  expires_at timestamptz not null
);
create index challenges_by_end on operators.challenges (expires_at);

-- Codes to write down, each good once in the place of a second factor.
create table operators.recovery_codes (
  staff_id uuid not null references operators.staff,
  -- SHA-256 of the owner's id and the code, 80 random bits.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (staff_id, code_hash)
);

-- Who is at work: a row from signing in to signing out. Wall-clock time, because whoever moves a sandbox's clock is still
-- at their desk.
create table operators.sessions (
  -- SHA-256 of the token, which is kept nowhere but with its owner.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  -- What its owner names it by.
  session_id uuid not null unique default gen_random_uuid(),
  staff_id uuid not null references operators.staff,
  -- As they were on signing in: others end the session.
  roles text[] not null,
  -- Where it was opened: an address, a network of IPv6, or `local` for the command line.
  network text not null check (network <> ''),
  -- What its owner knows it by: how the browser names itself.
  device text check (device <> ''),
  opened_at timestamptz not null,
  seen_at timestamptz not null check (seen_at >= opened_at),
  -- When the second factor was last proved or, where there is none, the password.
  proved_at timestamptz not null check (proved_at >= opened_at)
);
create index sessions_staff on operators.sessions (staff_id);

-- Failures to prove oneself, by name and network together, so that nobody is kept out by guesses made elsewhere. A name
-- counts whether anybody has it or not: what is refused tells nothing of it. Gone an hour after they began.
create table operators.tries (
  -- SHA-256 of the name: people type other things there, too.
  key_hash bytea not null check (octet_length(key_hash) = 32),
  -- `*`: of every network together; `device …`: of a browser that the name's owner has signed in with.
  network text not null check (network <> ''),
  failures integer not null check (failures >= 0),
  began_at timestamptz not null,
  locked_until timestamptz,
  primary key (key_hash, network)
);
create index tries_by_age on operators.tries (began_at);

-- Where somebody has signed in before: those networks stay open to them while others try their name.
create table operators.known_networks (
  staff_id uuid not null references operators.staff,
  network text not null check (network <> ''),
  seen_at timestamptz not null,
  primary key (staff_id, network)
);

-- Browsers that somebody has signed in with before: what others try from the same network keeps nobody out there.
create table operators.known_devices (
  staff_id uuid not null references operators.staff,
  -- SHA-256 of the token that the browser keeps.
  device_hash bytea not null check (octet_length(device_hash) = 32),
  seen_at timestamptz not null,
  primary key (staff_id, device_hash)
);
create index known_devices_by_hash on operators.known_devices (device_hash);

-- What somebody asked for by a request's id and had done: asked again, it is not done twice. Kept for good.
create table operators.done_requests (
  staff_id uuid not null references operators.staff,
  request_id uuid not null,
  action text not null check (action <> ''),
  subject_kind text not null check (subject_kind <> ''),
  subject_id text not null check (subject_id <> ''),
  done_at timestamptz not null,
  -- The transaction that does it, all of whose acts are one request.
  done_in xid8 not null,
  primary key (staff_id, request_id)
);

create table operators.proposals (
  proposal_id uuid primary key,
  action text not null check (action <> ''),
  subject_kind text not null check (subject_kind <> ''),
  subject_id text not null check (subject_id <> ''),
  customer_id uuid,
  payload jsonb not null check (jsonb_typeof(payload) = 'object'),
  payload_hash bytea not null,
  reason text not null check (reason <> ''),
  -- What its maker saw: what it is in a sentence, what was there before, what comes after, and what will be booked.
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  -- The money that it is about, as the facts say; null where it is about none.
  sum_micros bigint,
  -- What the maker gave the act by its form or command, for them alone, but for secrets and files: should it be refused,
  -- they have it back. Null where the program proposes.
  given jsonb check (jsonb_typeof(given) = 'object'),
  -- Null: the program is the maker (PRODUCT §2.6).
  maker_id uuid references operators.staff,
  proposed_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > proposed_at),
  -- One person is enough for what the program proposes: that is nothing but a deposit that it has matched.
  check (maker_id is not null or action = 'deposit.book')
);
create index proposals_subject on operators.proposals (subject_kind, subject_id);
create index proposals_time on operators.proposals (proposed_at desc, proposal_id desc);

-- Those that nobody has decided: one for each act on a subject, and where the act makes its subject anew, one for each
-- thing that it makes. Gone with the decision.
create table operators.open_proposals (
  proposal_id uuid primary key references operators.proposals,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  -- Of what is to be made, without its new id; null where the subject is there already.
  thing_hash bytea check (octet_length(thing_hash) = 32),
  -- Ids and numbers of what it is about, to find what another decision makes pointless.
  about text[] not null,
  -- The roles that may approve it, in one text: behind row security no index of an array is used. With it and what is the
  -- proposal's each queue of the inbox is read by one index.
  checkers text not null,
  maker_id uuid,
  customer_id uuid,
  expires_at timestamptz not null,
  constraint proposal_open_subject unique (action, subject_kind, subject_id),
  constraint proposal_open_thing unique (action, thing_hash)
);
create index open_proposals_by_expiry on operators.open_proposals (expires_at, proposal_id);
create index open_proposals_by_checkers on operators.open_proposals (checkers, expires_at, proposal_id);
create index open_proposals_by_maker on operators.open_proposals (maker_id, expires_at, proposal_id);
create index open_proposals_by_action on operators.open_proposals (action, expires_at, proposal_id);
create index open_proposals_by_customer on operators.open_proposals (customer_id, expires_at, proposal_id);
-- Each of the two refers to the other.
alter table operators.staff add foreign key (proposal_id) references operators.proposals;

-- One row at most for each proposal: it is decided once.
create table operators.decisions (
  proposal_id uuid primary key references operators.proposals,
  verdict text not null check (verdict in ('approved', 'refused', 'withdrawn', 'superseded')),
  -- The proposal's, filled by the trigger, so that the rule below is a constraint and not a habit.
  maker_id uuid,
  -- The proposal's as well, so that what was decided is listed by one index.
  of_action text not null,
  of_customer_id uuid,
  checker_id uuid not null references operators.staff,
  reason text,
  -- Of an approval: what the checker saw, as the proposal keeps what the maker saw.
  facts jsonb,
  -- Whether this is an approval on trial, to see what the act would do: none of them is ever committed.
  is_trial boolean not null default false,
  decided_at timestamptz not null,
  -- The transaction that decided, whatever part of it: what it may do by the decision, no later one may.
  decided_in xid8 not null,
  -- A maker may withdraw; approving and refusing take another person. Pointless is what another decision has made so.
  check (is_trial or verdict = 'superseded' or (verdict = 'withdrawn') = (checker_id is not distinct from maker_id)),
  check (not is_trial or verdict = 'approved')
);
create index decisions_by_transaction on operators.decisions (decided_in);

-- What acts stand on, as files: one copy of each content, whatever it was given for, sealed by the program and bound to its
-- row. Final.
create table operators.evidence_files (
  file_id uuid primary key,
  -- Of the content, which two people agreed on by it.
  sha256 bytea not null unique check (octet_length(sha256) = 32),
  media_type text not null check (
    media_type in ('application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'text/plain')),
  bytes integer not null check (bytes between 1 and 20000000),
  -- Nonce and tag are 28 bytes.
  sealed bytea not null check (octet_length(sealed) = bytes + 28),
  kept_at timestamptz not null default platform.now()
);
-- What is sealed does not get smaller by compressing it.
alter table operators.evidence_files alter column sealed set storage external;

-- Which act each was given with: written in the act's own transaction, and never later.
create table operators.evidence (
  evidence_id uuid primary key,
  file_id uuid not null references operators.evidence_files,
  -- Null where one person acted alone.
  proposal_id uuid references operators.proposals,
  -- The act as the audit has it.
  action text not null check (action <> ''),
  subject_kind text not null check (subject_kind <> ''),
  subject_id text not null check (subject_id <> ''),
  -- Who may open it where one person acted; of an act of two people its checkers may.
  readers text[] not null check ((proposal_id is null) = (cardinality(readers) > 0)),
  -- What it was called where it came from.
  name text not null check (octet_length(name) <= 1024),
  given_by uuid not null references operators.staff,
  given_at timestamptz not null default platform.now()
);
create index evidence_proposal on operators.evidence (proposal_id, evidence_id) where proposal_id is not null;
create index evidence_subject on operators.evidence (subject_id, evidence_id);

-- Who is at which piece of work, so that it is not done twice. It permits nothing, and ends by itself; wall-clock time, as
-- sessions have it.
create table operators.claims (
  work_kind text not null check (work_kind in (
    'proposal', 'bank_line', 'withdrawal', 'payout_file', 'hold', 'hold_appeal', 'exchange_order', 'traffic_appeal',
    'difference', 'creative', 'chat', 'guest', 'feedback')),
  subject_id text not null check (octet_length(subject_id) between 1 and 64),
  staff_id uuid not null references operators.staff,
  claimed_at timestamptz not null,
  claimed_until timestamptz not null check (claimed_until > claimed_at),
  primary key (work_kind, subject_id)
);
create index claims_by_end on operators.claims (claimed_until);
create index decisions_by_time on operators.decisions (decided_at, proposal_id);
create index decisions_given_back on operators.decisions (maker_id, decided_at, proposal_id)
  where verdict in ('refused', 'superseded');
create index decisions_by_action on operators.decisions (of_action, decided_at, proposal_id);
create index decisions_by_customer on operators.decisions (of_customer_id, decided_at, proposal_id);
