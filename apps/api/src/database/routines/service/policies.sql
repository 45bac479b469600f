-- Customers see what was written to them and by them.
create policy owner on service.notifications
  using (platform.scope_is_system() or customer_id = platform.scope_customer_id());
create policy owner on service.chat_messages
  using (platform.scope_is_system() or customer_id = platform.scope_customer_id());
create policy owner on service.chat_threads
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy owner on service.feedback
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy owner on service.feedback_answers
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
-- Nobody signed in has a thread here: only the system's scope looks threads up, by the digest of a key.
create policy system_only on service.guest_threads using ((select platform.scope_is_system()));
create policy system_only on service.guest_messages using ((select platform.scope_is_system()));

-- The owner is held to them too, and with it every function that works as the owner.
alter table service.notifications force row level security;
alter table service.chat_messages force row level security;
alter table service.chat_threads force row level security;
alter table service.feedback force row level security;
alter table service.feedback_answers force row level security;
alter table service.guest_threads force row level security;
alter table service.guest_messages force row level security;
