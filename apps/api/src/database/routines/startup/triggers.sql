create trigger check_grant before insert on startup.grants for each row execute function startup.check_grant();
create trigger stay before update or delete or truncate on startup.grants
  for each statement execute function platform.refuse_change();
alter table startup.grants enable always trigger stay, enable always trigger check_grant;

create trigger check_return before insert on startup.returns for each row execute function startup.check_return();
create trigger stay before update or delete or truncate on startup.returns
  for each statement execute function platform.refuse_change();
alter table startup.returns enable always trigger stay, enable always trigger check_return;
