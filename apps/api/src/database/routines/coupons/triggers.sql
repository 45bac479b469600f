create trigger check_offer before insert on coupons.offers for each row execute function coupons.check_offer();
create trigger guard_offer before update on coupons.offers for each row execute function coupons.guard_offer();
create trigger stay before delete or truncate on coupons.offers
  for each statement execute function platform.refuse_change();
alter table coupons.offers enable always trigger check_offer, enable always trigger guard_offer,
  enable always trigger stay;

create trigger check_team before insert on coupons.teams for each row execute function coupons.check_team();
create trigger stay before delete or truncate on coupons.teams
  for each statement execute function platform.refuse_change();
create trigger teams_stay before update on coupons.teams for each statement execute function platform.refuse_change();
alter table coupons.teams enable always trigger check_team, enable always trigger teams_stay,
  enable always trigger stay;

create trigger stay before update or delete or truncate on coupons.uses
  for each statement execute function platform.refuse_change();
alter table coupons.uses enable always trigger stay;

create trigger check_issued before insert on coupons.coupons for each row execute function coupons.check_issued();
create trigger guard_coupon before update on coupons.coupons for each row execute function coupons.guard_coupon();
create trigger stay before delete or truncate on coupons.coupons
  for each statement execute function platform.refuse_change();
alter table coupons.coupons enable always trigger check_issued, enable always trigger guard_coupon,
  enable always trigger stay;
