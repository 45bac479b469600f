create trigger stay before update or delete or truncate on standing.credit_changes
  for each statement execute function platform.refuse_change();
alter table standing.credit_changes enable always trigger stay;
