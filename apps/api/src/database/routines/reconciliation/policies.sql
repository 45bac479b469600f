-- Only staff see the proofs.
create policy staff on reconciliation.runs using ((select platform.scope_is_system()));
create policy staff on reconciliation.items using ((select platform.scope_is_system()));
create policy staff on reconciliation.sightings using ((select platform.scope_is_system()));
create policy staff on reconciliation.closings using ((select platform.scope_is_system()));
