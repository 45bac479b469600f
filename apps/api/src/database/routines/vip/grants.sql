-- A month's terms never change: it ends, once.
grant usage on schema vip to adtally_program;
grant select, insert on vip.months to adtally_program;
grant update (ended_at, end_reason, refund_micros, rebate_micros) on vip.months to adtally_program;
grant execute on function vip.month_end(timestamptz, text) to adtally_program;
