create trigger months_opened before insert on vip.months for each row execute function vip.check_month();
create trigger months_guarded before update on vip.months for each row execute function vip.guard_month();
create trigger version_in_force after insert on vip.months
  referencing new table as new_rows for each statement execute function policies.check_named_version();
create trigger months_paid after insert on vip.months
  referencing new table as new_rows for each statement execute function vip.ask_months();
create trigger months_posted after update on vip.months
  referencing new table as new_rows for each statement execute function vip.ask_months();
create trigger months_stay before delete or truncate on vip.months
  for each statement execute function platform.refuse_change();
alter table vip.months enable always trigger months_opened, enable always trigger months_guarded,
  enable always trigger version_in_force, enable always trigger months_paid, enable always trigger months_posted,
  enable always trigger months_stay;
