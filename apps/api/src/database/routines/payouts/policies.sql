-- Payees are not customers, so customers' transactions see none of this.
create policy staff on payouts.accounts using ((select platform.scope_is_system()));
create policy staff on payouts.payouts using ((select platform.scope_is_system()));
