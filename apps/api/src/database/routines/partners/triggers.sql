create trigger refuse_change before delete or truncate on partners.people
for each statement execute function platform.refuse_change();
alter table partners.people enable always trigger refuse_change;

create trigger refuse_change before delete or truncate on partners.secrets
for each statement execute function platform.refuse_change();
alter table partners.secrets enable always trigger refuse_change;
