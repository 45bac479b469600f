create trigger months_opened before insert on vip.months for each row execute function vip.check_month();
create trigger months_guarded before update on vip.months for each row execute function vip.guard_month();
create trigger months_stay before delete or truncate on vip.months
  for each statement execute function platform.refuse_change();
alter table vip.months enable always trigger months_opened, enable always trigger months_guarded,
  enable always trigger months_stay;
