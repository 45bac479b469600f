-- Visitors who write to service without an account (PRODUCT §14). A thread belongs to whoever has its key, of which
-- only the digest is kept; threads are removed when nothing was written for 30 days.
create table service.guest_threads (
  thread_id uuid primary key,
  -- How staff call it: short, and no part of the key.
  number bigint generated always as identity unique,
  key_hash bytea not null unique check (length(key_hash) = 32),
  language text not null,
  created_at timestamptz not null default platform.now(),
  changed_at timestamptz not null default platform.now()
);
create index guest_threads_by_change on service.guest_threads (changed_at);

create table service.guest_messages (
  message_id uuid primary key,
  thread_id uuid not null references service.guest_threads on delete cascade,
  author text not null check (author in ('guest', 'service')),
  staff_id uuid,
  text text not null check (length(text) between 1 and 2000),
  request_id uuid,
  sent_at timestamptz not null default platform.now(),
  read_at timestamptz,
  unique (thread_id, request_id),
  check ((author = 'service') = (staff_id is not null))
);
create index guest_messages_newest on service.guest_messages (thread_id, message_id desc);

grant select, insert, delete on service.guest_threads, service.guest_messages to adtally_program;
grant update (changed_at) on service.guest_threads to adtally_program;
grant update (read_at) on service.guest_messages to adtally_program;
-- Nobody signed in has a thread here: only the system's scope looks threads up, by the digest of a key.
alter table service.guest_threads enable row level security;
alter table service.guest_threads force row level security;
create policy system_only on service.guest_threads using ((select platform.scope_is_system()));
alter table service.guest_messages enable row level security;
alter table service.guest_messages force row level security;
create policy system_only on service.guest_messages using ((select platform.scope_is_system()));
