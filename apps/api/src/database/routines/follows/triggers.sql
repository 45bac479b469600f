create trigger approved before insert on follows.leader_fees
  for each row execute function operators.ask_approval('{leader_fee.set}', 'customer', 'leader_id');
alter table follows.leader_fees enable always trigger approved;
create trigger stay before update or delete or truncate on follows.leader_fees
  for each statement execute function platform.refuse_change();

create trigger relations_guarded before update on follows.relations
  for each row execute function follows.guard_relation();
create trigger stay before delete or truncate on follows.relations
  for each statement execute function platform.refuse_change();

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
