create trigger stay before update or delete or truncate on reconciliation.runs
  for each statement execute function platform.refuse_change();

create trigger stay before update or delete or truncate on reconciliation.items
  for each statement execute function platform.refuse_change();

create trigger stay before update or delete or truncate on reconciliation.sightings
  for each statement execute function platform.refuse_change();

create trigger stay before update or delete or truncate on reconciliation.closings
  for each statement execute function platform.refuse_change();

create trigger closings_guarded before insert on reconciliation.closings
  for each row execute function reconciliation.guard_closing();

create trigger runs_guarded before insert on reconciliation.runs
  for each row execute function reconciliation.guard_run();
alter table reconciliation.runs enable always trigger runs_guarded;
