-- Customers see their own plans and results; only the program sees where the money went.
create policy owner on plans.plans to adtally_program using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy owner on plans.status_changes to adtally_program using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy owner on plans.placement_pauses to adtally_program using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy staff on plans.plan_publishers to adtally_program using ((select platform.scope_is_system()));
create policy owner on plans.owed_conversions to adtally_program using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy owner on plans.results to adtally_program using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy owner on plans.receivables to adtally_program using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy owner on plans.receivable_reductions to adtally_program using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
-- An advertiser's people see what waits for its escrow.
create policy owed_by_party on plans.owed_conversions for select to adtally_api
  using (advertiser_id = (select platform.scope_party_id()));
