-- Customers see their identity, their sessions and their host; only the program reads their credentials. `(select …)`
-- is evaluated once per statement rather than per row.
create policy persons_scope on identity.persons using (
  (select platform.scope_is_system())
  or person_id in (select person_id from identity.customers where customer_id = platform.scope_customer_id()));
create policy customers_scope on identity.customers using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy licence_codes_scope on identity.licence_codes using ((select platform.scope_is_system()));
create policy login_passwords_scope on identity.login_passwords using ((select platform.scope_is_system()));
create policy transaction_passwords_scope on identity.transaction_passwords
  using ((select platform.scope_is_system()));
create policy sessions_scope on identity.sessions using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy session_endings_scope on identity.session_endings using ((select platform.scope_is_system()));
create policy devices_scope on identity.devices using ((select platform.scope_is_system()));
create policy email_requests_scope on identity.email_requests using ((select platform.scope_is_system()));
create policy links_scope on identity.links using ((select platform.scope_is_system()));
create policy tries_scope on identity.tries using ((select platform.scope_is_system()));
create policy grants_scope on identity.grants using ((select platform.scope_is_system()));
create policy ticket_audience_scope on identity.ticket_audience using ((select platform.scope_is_system()));
create policy host_keys_scope on identity.host_keys using ((select platform.scope_is_system()));
create policy entry_tickets_scope on identity.entry_tickets using ((select platform.scope_is_system()));
create policy opening_tickets_scope on identity.opening_tickets using ((select platform.scope_is_system()));
create policy hybrid_accounts_scope on identity.hybrid_accounts using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy second_factors_scope on identity.second_factors using ((select platform.scope_is_system()));
create policy recovery_codes_scope on identity.recovery_codes using ((select platform.scope_is_system()));
create policy passkeys_scope on identity.passkeys using ((select platform.scope_is_system()));
create policy passkey_challenges_scope on identity.passkey_challenges using ((select platform.scope_is_system()));

-- Applies to the owner as well, and so to every function that runs as the owner.
alter table identity.second_factors force row level security;
alter table identity.recovery_codes force row level security;
alter table identity.passkeys force row level security;
