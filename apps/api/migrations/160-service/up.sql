-- Notifications, the chats with service and feedback (PRODUCT §14, SPEC §3).
create schema service;

-- What happened, as a message key with its values: the text is made in the reader's language when it is read.
create table service.notifications (
  notification_id uuid primary key,
  customer_id uuid not null references identity.customers,
  category text not null check (category in ('system_announcement', 'system_maintenance', 'activity')),
  message text not null,
  message_values jsonb not null,
  subject_kind text,
  subject_id text,
  created_at timestamptz not null,
  read_at timestamptz
) with (fillfactor = 80);
create index notifications_newest on service.notifications (customer_id, notification_id desc);
create index notifications_unread on service.notifications (customer_id, notification_id desc) where read_at is null;

-- What was written, each with its place in the customer's thread and the revision that brought its last change.
create table service.chat_messages (
  message_id uuid primary key,
  customer_id uuid not null references identity.customers,
  author text not null check (author in ('customer', 'service', 'program')),
  staff_id uuid,
  staff_name text,
  kind text not null check (kind in ('text', 'deposit_details')),
  text text not null,
  request_id uuid,
  sent_at timestamptz not null,
  read_at timestamptz,
  position bigint not null,
  revision bigint not null,
  -- Ids of files.images, in the order they are shown.
  image_ids uuid[] not null default '{}' check (cardinality(image_ids) <= 4),
  unique (customer_id, request_id),
  unique (customer_id, position),
  unique (customer_id, revision) deferrable initially deferred,
  check ((author = 'service') = (staff_id is not null)),
  check (revision >= position and position > 0),
  constraint chat_messages_text_check
    check (length(text) <= 4000 and (text <> '' or cardinality(image_ids) > 0))
) with (fillfactor = 80);
-- What waits for service to read.
create index chat_messages_waiting on service.chat_messages (customer_id, sent_at) where author = 'customer' and read_at is null;
-- Those who wait in the order of their oldest message, a page without the others.
create index chat_messages_waiting_longest on service.chat_messages (sent_at, customer_id)
  where author = 'customer' and read_at is null;

-- A chat that follows without gaps: every change of a customer's thread, a message or a read mark, takes the next
-- revision under the thread's lock, so that whoever has all up to a revision misses nothing before it.
create table service.chat_threads (
  customer_id uuid primary key references identity.customers,
  revision bigint not null check (revision >= 0)
) with (fillfactor = 80);

-- Feedback and what service answered (SPEC §3, PRODUCT §14). Neither is ever changed.
create table service.feedback (
  feedback_id uuid primary key,
  customer_id uuid not null references identity.customers,
  request_id uuid not null,
  subject text not null check (length(subject) between 1 and 100),
  content text not null check (length(content) between 1 and 2000),
  image_ids uuid[] not null check (cardinality(image_ids) <= 4),
  created_at timestamptz not null default platform.now(),
  unique (customer_id, request_id)
);
create index feedback_newest on service.feedback (customer_id, feedback_id desc);

create table service.feedback_answers (
  answer_id uuid primary key,
  feedback_id uuid not null references service.feedback,
  -- The owner again, for row-level security.
  customer_id uuid not null references identity.customers,
  staff_id uuid not null,
  staff_name text not null,
  text text not null check (length(text) between 1 and 2000),
  answered_at timestamptz not null default platform.now()
);
create index feedback_answers_of on service.feedback_answers (feedback_id, answer_id);

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
-- What waits for service to read.
create index guest_messages_waiting on service.guest_messages (thread_id, sent_at)
  where author = 'guest' and read_at is null;
create index guest_messages_waiting_longest on service.guest_messages (sent_at) where author = 'guest' and read_at is null;
