create trigger plans_placed after insert on plans.plans
  referencing new table as new_rows for each statement execute function plans.note_placing();
create trigger plans_status after update on plans.plans
  referencing old table as old_rows new table as new_rows for each statement execute function plans.note_status();
create trigger plans_terms before update on plans.plans
  for each row execute function plans.keep_terms();
create trigger plans_stay before delete or truncate on plans.plans
  for each statement execute function platform.refuse_change();
create trigger plans_placed_for_delivery after insert on plans.plans
  referencing new table as new_rows for each statement execute function plans.announce_delivery();
create trigger plans_changed_for_delivery after update on plans.plans
  referencing new table as new_rows for each statement execute function plans.announce_delivery();
create trigger version_in_force after insert on plans.plans
  referencing new table as new_rows for each statement execute function policies.check_named_version();
create trigger plans_followed after insert on plans.plans
  referencing new table as new_rows for each statement execute function follows.announce_leaders_plan();
alter table plans.plans enable always trigger plans_placed, enable always trigger plans_status,
  enable always trigger plans_terms, enable always trigger plans_stay,
  enable always trigger plans_placed_for_delivery, enable always trigger plans_changed_for_delivery,
  enable always trigger plans_followed, enable always trigger version_in_force;

create trigger stay before update or delete or truncate on plans.status_changes
  for each statement execute function platform.refuse_change();
alter table plans.status_changes enable always trigger stay;

create trigger ends_once before update on plans.placement_pauses
  for each row execute function plans.guard_placement_pause();
create trigger stay before delete or truncate on plans.placement_pauses
  for each statement execute function platform.refuse_change();
alter table plans.placement_pauses enable always trigger ends_once, enable always trigger stay;

create trigger stay before update or delete or truncate on plans.plan_publishers
  for each statement execute function platform.refuse_change();
alter table plans.plan_publishers enable always trigger stay;

create trigger owed_conversions_guarded before update on plans.owed_conversions
  for each row execute function plans.guard_owed();
create trigger owed_conversions_founded before insert on plans.owed_conversions
  for each row execute function plans.ask_conversion();
alter table plans.owed_conversions enable always trigger owed_conversions_founded;
create trigger owed_conversions_stay before delete or truncate on plans.owed_conversions
  for each statement execute function platform.refuse_change();

create trigger stay before update or delete or truncate on plans.results
  for each statement execute function platform.refuse_change();
create trigger results_counted after insert on plans.results
  referencing new table as new_results for each statement execute function standing.announce_results();
create trigger results_asked after insert on plans.results
  referencing new table as new_results for each statement execute function plans.ask_results();
create constraint trigger results_guarded after insert on plans.results
  deferrable initially deferred for each row execute function plans.guard_result();
alter table plans.results enable always trigger stay, enable always trigger results_counted,
  enable always trigger results_asked, enable always trigger results_guarded;

create trigger stay before update or delete or truncate on plans.receivables
  for each statement execute function platform.refuse_change();
alter table plans.receivables enable always trigger stay;

create trigger stay before update or delete or truncate on plans.receivable_reductions
  for each statement execute function platform.refuse_change();
alter table plans.receivable_reductions enable always trigger stay;

create trigger stay before update or delete or truncate on plans.status_transitions
  for each statement execute function platform.refuse_change();
alter table plans.status_transitions enable always trigger stay;
