create trigger check_grant before insert on startup.grants for each row execute function startup.check_grant();
create trigger version_in_force after insert on startup.grants
  referencing new table as new_rows for each statement execute function policies.check_named_version();
create trigger stay before update or delete or truncate on startup.grants
  for each statement execute function platform.refuse_change();
alter table startup.grants enable always trigger stay, enable always trigger check_grant,
  enable always trigger version_in_force;

create trigger check_return before insert on startup.returns for each row execute function startup.check_return();
create trigger stay before update or delete or truncate on startup.returns
  for each statement execute function platform.refuse_change();
create constraint trigger returns_asked_for after insert on startup.returns
  deferrable initially deferred for each row when (new.cause = 'returned')
  execute function startup.check_asked_for();
alter table startup.returns enable always trigger stay, enable always trigger check_return,
  enable always trigger returns_asked_for;
