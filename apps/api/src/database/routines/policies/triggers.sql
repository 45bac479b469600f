create trigger check_version before insert on policies.versions
for each row execute function policies.check_version();
create trigger announce after insert on policies.versions
for each row execute function policies.announce();
create trigger refuse_change before update or delete or truncate on policies.versions
for each statement execute function platform.refuse_change();
alter table policies.versions
  enable always trigger check_version, enable always trigger announce, enable always trigger refuse_change;

create trigger refuse_change before insert or update or delete or truncate on policies.bounds
for each statement execute function platform.refuse_change();
alter table policies.bounds enable always trigger refuse_change;
