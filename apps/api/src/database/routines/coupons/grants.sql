-- Terms never change: offers close, and coupons are used, given back, expired or revoked.
grant usage on schema coupons to adtally_program;
grant select on coupons.offers, coupons.teams, coupons.coupons to adtally_api, adtally_worker, adtally_office;
grant insert on coupons.coupons to adtally_api, adtally_worker, adtally_office;
grant execute on function coupons.lock_customer(uuid), coupons.hold_offer(uuid)
  to adtally_api, adtally_worker, adtally_office;

grant update (state, closed_at, plan_id, worth_micros, used_day) on coupons.coupons to adtally_api, adtally_worker;
grant execute on function coupons.lock_teams(uuid[]) to adtally_api;

grant insert on coupons.offers, coupons.teams to adtally_office;
grant update (closed_at, close_reason) on coupons.offers to adtally_office;
grant update (state, closed_at, revoke_reason, revoke_proposal_id) on coupons.coupons to adtally_office;
