-- Payees are not customers, so customers' transactions see none of this.
create policy staff on payouts.accounts using ((select platform.scope_is_system()));
create policy staff on payouts.payouts using ((select platform.scope_is_system()));
create policy staff on payouts.account_changes using ((select platform.scope_is_system()));
-- A partner's people see their party's.
create policy own_accounts on payouts.accounts for select to adtally_api
  using (payee_id = (select platform.scope_party_id()));
create policy own_payouts on payouts.payouts for select to adtally_api
  using (payee_id = (select platform.scope_party_id()));
create policy own_account_changes on payouts.account_changes for select to adtally_api
  using (payee_id = (select platform.scope_party_id()));
