-- Customers see their own orders; only staff see acceptors and their bonds.
create policy staff on acceptors.acceptors to adtally_program using ((select platform.scope_is_system()));
create policy staff on acceptors.bond_top_ups to adtally_program using ((select platform.scope_is_system()));
create policy owner on acceptors.orders to adtally_program using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
create policy owner on acceptors.order_changes to adtally_program using (
  (select platform.scope_is_system())
  or order_id in (select order_id from acceptors.orders where customer_id = (select platform.scope_customer_id())));
-- Evidence is visible to the order's customer and to staff.
create policy staff on acceptors.order_evidence to adtally_program using ((select platform.scope_is_system()));
create policy owner on acceptors.order_evidence to adtally_program using (
  order_id in (select order_id from acceptors.orders where customer_id = (select platform.scope_customer_id())));
