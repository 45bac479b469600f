-- Terms never change: an offer closes, and a coupon is used, given back, expired or revoked.
grant usage on schema coupons to adtally_program;
grant select, insert on coupons.offers, coupons.teams, coupons.coupons to adtally_program;
grant update (closed_at, close_reason) on coupons.offers to adtally_program;
grant update (state, closed_at, revoke_reason, revoke_proposal_id, plan_id, worth_micros, used_day) on coupons.coupons
  to adtally_program;
grant execute on function coupons.lock_customer(uuid), coupons.lock_teams(uuid[]) to adtally_program;
