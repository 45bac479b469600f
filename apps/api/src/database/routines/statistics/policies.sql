-- Customers see their own figures.
create policy by_scope on statistics.plan_minutes for select to adtally_program
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy by_scope on statistics.customer_quarters for select to adtally_program
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy by_scope on statistics.plan_placements for select to adtally_program
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy by_scope on statistics.plan_totals for select to adtally_program
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy by_scope on statistics.customer_totals for select to adtally_program
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));

-- Publishers see what their own placements showed.
create policy by_scope on statistics.placement_hours for select to adtally_program
  using ((select platform.scope_is_system()) or publisher_id = (select platform.scope_party_id()));
create policy by_scope on statistics.placement_days for select to adtally_program
  using ((select platform.scope_is_system()) or publisher_id = (select platform.scope_party_id()));
