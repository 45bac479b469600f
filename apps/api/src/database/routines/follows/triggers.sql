create trigger approved before insert on follows.leader_fees
  for each row execute function operators.ask_approval('{leader_fee.set}', 'customer', 'leader_id');
alter table follows.leader_fees enable always trigger approved;
create trigger stay before update or delete or truncate on follows.leader_fees
  for each statement execute function platform.refuse_change();

create trigger relations_begun before insert on follows.relations
  for each row execute function follows.guard_new_relation();
create trigger version_in_force after insert on follows.relations
  referencing new table as new_rows for each statement execute function policies.check_named_version();
alter table follows.relations enable always trigger relations_begun, enable always trigger version_in_force;
create trigger relations_guarded before update on follows.relations
  for each row execute function follows.guard_relation();
create trigger stay before delete or truncate on follows.relations
  for each statement execute function platform.refuse_change();

create trigger drafts_made after insert on follows.drafts
  referencing new table as new_drafts for each statement execute function follows.check_drafts_made();
create trigger drafts_confirmed after update on follows.drafts
  referencing old table as old_drafts new table as new_drafts
  for each statement execute function follows.check_drafts_confirmed();
alter table follows.drafts enable always trigger drafts_made, enable always trigger drafts_confirmed;
create trigger drafts_guarded before update on follows.drafts
  for each row execute function follows.guard_draft();
create trigger drafts_lapse before update on follows.drafts
  for each row when (new.state = 'lapsed') execute function follows.guard_lapse();
alter table follows.drafts enable always trigger drafts_lapse;
create trigger stay before delete or truncate on follows.drafts
  for each statement execute function platform.refuse_change();

create trigger stay before update or delete or truncate on follows.pairs
  for each statement execute function platform.refuse_change();

create trigger stay before update or delete or truncate on follows.mark_entries
  for each statement execute function platform.refuse_change();
