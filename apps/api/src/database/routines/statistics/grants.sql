-- Everybody reads the roll-ups; there is no call to enter a figure.
grant usage on schema statistics to adtally_program;
grant select on
  statistics.plan_minutes, statistics.customer_quarters, statistics.plan_placements, statistics.plan_totals,
  statistics.customer_totals
  to adtally_program;
grant select on statistics.placement_hours, statistics.placement_days to adtally_api, adtally_worker, adtally_office;
grant usage on type statistics.change to adtally_program;
grant execute on function statistics.notice_key() to adtally_api;
