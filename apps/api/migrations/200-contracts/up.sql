-- The customer's contract (PRODUCT §13): what was shown, the drawn signature's way in, and what was signed for good.
-- The files lie beside the database; a row keeps the hash that they must have.
create schema contracts;

-- The very file that a customer was shown. Never changed: a new text makes a new row.
create table contracts.versions (
  contract_id uuid primary key,
  customer_id uuid not null references identity.customers,
  -- Which version of the template it was made of, and since when that was in force: 1, of no date, is the program's own.
  text_version integer not null check (text_version > 0),
  text_since timestamptz check ((text_since is null) = (text_version = 1)),
  template_version text not null check (template_version ~ '^[0-9a-f]{12}$'),
  language text not null,
  language_wanted text not null,
  -- The whole text as it was shown, in its language.
  content text not null check (content <> ''),
  content_sha256 bytea not null check (length(content_sha256) = 32),
  -- What the bytes are stored under: random, and never on the wire.
  file_name text not null unique check (file_name ~ '^[A-Za-z0-9_-]{43}$'),
  sha256 bytea not null check (length(sha256) = 32),
  pages integer not null check (pages > 0),
  -- Where on the file the signature goes, in points.
  signature_place jsonb not null,
  created_at timestamptz not null default platform.now(),
  unique (customer_id, content_sha256, language_wanted, text_version)
);
create index versions_unsigned on contracts.versions (created_at);

-- An address for one upload: known by the hash of its token, good once and for minutes.
create table contracts.uploads (
  upload_id uuid primary key,
  contract_id uuid not null references contracts.versions on delete cascade,
  customer_id uuid not null references identity.customers,
  token_hash bytea not null unique check (length(token_hash) = 32),
  bytes integer not null check (bytes between 1 and 262144),
  created_at timestamptz not null default platform.now(),
  expires_at timestamptz not null,
  -- Set by the first request that names the token, whatever it brings.
  used_at timestamptz,
  -- The drawn signature as it was encoded anew.
  signature bytea,
  check (signature is null or used_at is not null)
);
create index uploads_by_contract on contracts.uploads (contract_id);

-- Signed: final. A version is signed once.
create table contracts.signatures (
  contract_id uuid primary key references contracts.versions,
  customer_id uuid not null references identity.customers,
  upload_id uuid not null,
  file_name text not null unique check (file_name ~ '^[A-Za-z0-9_-]{43}$'),
  sha256 bytea not null check (length(sha256) = 32),
  certificate_sha256 bytea not null check (length(certificate_sha256) = 32),
  -- Who, from where, what was agreed to, and the hashes of what was shown and drawn.
  evidence jsonb not null,
  signed_at timestamptz not null
);
create index signatures_newest on contracts.signatures (customer_id, signed_at desc, contract_id desc);
