-- A month's terms never change; it ends once.
grant usage on schema vip to adtally_program;
grant select on vip.months to adtally_api, adtally_worker, adtally_office;
grant insert on vip.months to adtally_api;
grant update (earned_until, ended_at, end_reason, refund_micros, rebate_micros) on vip.months to adtally_api, adtally_worker;
