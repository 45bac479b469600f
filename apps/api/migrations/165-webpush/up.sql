-- Notifications on the device: which devices asked for them, and what is on its way to each (docs/decisions/web-push.md).
create schema webpush;

-- One row a device, which is one session: it ends with it, or goes over to the one that its customer begins there in its place.
create table webpush.devices (
  session_id uuid primary key references identity.sessions on delete cascade,
  customer_id uuid not null references identity.customers,
  -- AES-256-GCM: where to send, and the keys that the browser made; whoever has them could send there.
  subscription_sealed bytea not null,
  -- SHA-256 of the address, which holds random bits that its push service chose: two customers never share one.
  endpoint_hash bytea not null unique check (octet_length(endpoint_hash) = 32),
  -- The host of the push service, for its customer to read.
  push_service text not null check (length(push_service) between 1 and 253),
  -- What its reader reads where their account says nothing.
  language text not null,
  turned_on_at timestamptz not null,
  sent_at timestamptz,
  -- How often in a row sending failed; each makes the next wait longer.
  failures integer not null default 0 check (failures >= 0),
  -- When the next of its messages is tried; null while none waits.
  next_try_at timestamptz
) with (fillfactor = 80);
create index devices_of_customer on webpush.devices (customer_id, session_id);
create index devices_due on webpush.devices (next_try_at, session_id) where next_try_at is not null;

-- What is on its way to a device, in its reader's language: no amount and no name.
create table webpush.messages (
  message_id uuid primary key,
  session_id uuid not null references webpush.devices on delete cascade on update cascade,
  -- The owner again, for row-level security.
  customer_id uuid not null,
  kind text not null check (kind in ('money', 'security')),
  language text not null,
  title text not null check (length(title) between 1 and 500),
  content text not null check (length(content) <= 2000),
  written_at timestamptz not null,
  -- What comes later than this is worth nothing to its reader.
  expires_at timestamptz not null check (expires_at > written_at)
);
create index messages_of_device on webpush.messages (session_id, message_id);
