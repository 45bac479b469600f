-- Notifications and the chat with service (PRODUCT §14).
create schema service;
grant usage on schema service to adtally_program;

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

create table service.chat_messages (
  message_id uuid primary key,
  customer_id uuid not null references identity.customers,
  author text not null check (author in ('customer', 'service', 'program')),
  staff_id uuid,
  staff_name text,
  kind text not null check (kind in ('text', 'deposit_details')),
  text text not null check (length(text) between 1 and 4000),
  request_id uuid,
  sent_at timestamptz not null,
  read_at timestamptz,
  unique (customer_id, request_id),
  check ((author = 'service') = (staff_id is not null))
) with (fillfactor = 80);
create index chat_messages_newest on service.chat_messages (customer_id, message_id desc);
-- What waits for service to read.
create index chat_messages_waiting on service.chat_messages (customer_id) where author = 'customer' and read_at is null;

grant select, insert on service.notifications, service.chat_messages to adtally_program;
grant update (read_at) on service.notifications, service.chat_messages to adtally_program;

do $$
declare
  table_name text;
begin
  foreach table_name in array array['notifications', 'chat_messages'] loop
    execute format('alter table service.%I enable row level security', table_name);
    execute format('alter table service.%I force row level security', table_name);
    execute format(
      'create policy owner on service.%I using (platform.scope_is_system() or customer_id = platform.scope_customer_id())',
      table_name);
  end loop;
end $$;
