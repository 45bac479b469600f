create trigger stay before update or delete or truncate on reconciliation.runs
  for each statement execute function platform.refuse_change();

create trigger stay before update or delete or truncate on reconciliation.items
  for each statement execute function platform.refuse_change();

create trigger stay before update or delete or truncate on reconciliation.sightings
  for each statement execute function platform.refuse_change();

create trigger stay before update or delete or truncate on reconciliation.closings
  for each statement execute function platform.refuse_change();
