-- Parties who are paid are no customers: no customer's transaction sees any of it.
create policy staff on payouts.accounts using ((select platform.scope_is_system()));
create policy staff on payouts.payouts using ((select platform.scope_is_system()));
