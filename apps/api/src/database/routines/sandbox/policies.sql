-- Whoever else plays is told that the clock goes on, not by whose wish: only the program reads all of it.
create policy own_rows on sandbox.clock_wishes using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));

-- Staff's alone.
create policy system_only on sandbox.office using ((select platform.scope_is_system()));
