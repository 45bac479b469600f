-- Customers see their own accounts, lines, sums and requests, and the transfers that touch their accounts.
create policy accounts_by_scope on ledger.accounts for select to adtally_program
  using ((select platform.scope_is_system()) or owner_id = (select platform.scope_customer_id()));
create policy transfers_by_scope on ledger.transfers for select to adtally_program
  using (
    (select platform.scope_is_system())
    or exists (
      select from ledger.accounts
      where accounts.id in (debit_account_id, credit_account_id)
        and accounts.owner_id = (select platform.scope_customer_id())
    )
  );
create policy flow_lines_by_scope on ledger.flow_lines for select to adtally_program
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy flow_totals_by_scope on ledger.flow_totals for select to adtally_program
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy month_sums_by_scope on ledger.month_sums for select to adtally_program
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy publisher_month_sums_by_scope on ledger.publisher_month_sums for select to adtally_program
  using ((select platform.scope_is_system()));
create policy requests_by_scope on ledger.requests for select to adtally_program
  using ((select platform.scope_is_system()) or owner_id = (select platform.scope_customer_id()));
create policy plan_customers_by_scope on ledger.plan_customers for select to adtally_program
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy summed_until_by_scope on ledger.summed_until for select to adtally_program
  using ((select platform.scope_is_system()));
create policy openings_by_scope on ledger.openings for select to adtally_program
  using ((select platform.scope_is_system()));
create policy written_causes_by_scope on ledger.written_causes for select to adtally_program
  using ((select platform.scope_is_system()));
-- A partner's people see what the books hold for their party; entries they are told by `ledger.owner_days`.
create policy accounts_of_party on ledger.accounts for select to adtally_api
  using (owner_id = (select platform.scope_party_id()));
