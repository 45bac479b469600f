-- Images that customers upload, and what they take up (SPEC §9, SECURITY: Uploads). The bytes lie beside the
-- database; a row says whose they are and what for.
create schema files;

create table files.images (
  file_id uuid primary key,
  customer_id uuid not null references identity.customers,
  -- Documents that a hold asks for are images of their own use: risk and the auditor see them, nobody else. Evidence of
  -- an exchange is seen by the order's customer and by staff who decide.
  use text not null check (use in ('chat', 'feedback', 'hold_document', 'exchange')),
  -- What the bytes are stored under: random, and never on the wire.
  name text not null unique check (name ~ '^[A-Za-z0-9_-]{43}$'),
  media_type text not null check (media_type in ('image/webp')),
  width integer not null check (width between 1 and 16383),
  height integer not null check (height between 1 and 16383),
  bytes integer not null check (bytes between 1 and 20000000),
  sha256 bytea not null check (length(sha256) = 32),
  -- Set where somebody of staff put it into the customer's thread.
  staff_id uuid,
  created_at timestamptz not null default platform.now(),
  -- When a message or feedback took it up; what nothing takes up is removed.
  attached_at timestamptz
);
create index images_by_customer on files.images (customer_id, created_at);
create index images_unattached on files.images (created_at) where attached_at is null;

-- One row a customer, locked by each upload, so that uploads at once can't outrun the quota.
create table files.usage (
  customer_id uuid primary key references identity.customers,
  bytes bigint not null check (bytes >= 0)
);
