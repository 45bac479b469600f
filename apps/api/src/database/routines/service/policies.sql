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
-- Visitors have no account, so only the system's scope reads threads, by a key's digest.
create policy system_only on service.guest_threads using ((select platform.scope_is_system()));
create policy system_only on service.guest_messages using ((select platform.scope_is_system()));

-- Applies to the owner as well, and so to every function that runs as the owner.
alter table service.notifications force row level security;
alter table service.chat_messages force row level security;
alter table service.chat_threads force row level security;
alter table service.feedback force row level security;
alter table service.feedback_answers force row level security;
alter table service.guest_threads force row level security;
alter table service.guest_messages force row level security;
