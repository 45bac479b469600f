-- Activities are readable for everybody; offers for coupons issued by staff name a person.
create policy readers on coupons.offers to adtally_program using (
  (select platform.scope_is_system()) or claim = 'activity');
create policy staff on coupons.teams to adtally_program using ((select platform.scope_is_system()));
create policy owner on coupons.coupons to adtally_program using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));
