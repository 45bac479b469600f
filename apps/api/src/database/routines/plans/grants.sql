-- Customers place, pause and end plans; only the worker writes results. Nobody writes timelines or the status table.
grant usage on schema plans to adtally_program;
grant select on plans.plans, plans.placement_pauses to adtally_program;
grant execute on function plans.pause_placement(uuid, uuid, boolean) to adtally_api;
-- Delivery needs to know what is running, but not its results.
grant select on plans.status_changes, plans.status_transitions, plans.plan_publishers, plans.owed_conversions,
  plans.results, plans.receivables, plans.receivable_reductions
  to adtally_api, adtally_worker, adtally_office;
grant update (status, status_trigger, status_detail, status_at, paused) on plans.plans to adtally_api, adtally_worker;

grant insert on plans.plans to adtally_api;
grant usage on sequence plans.plan_numbers to adtally_api;
grant execute on function plans.begin_placing() to adtally_api;
grant execute on function plans.numbers_of_publisher(uuid, uuid[]) to adtally_api, adtally_office;

grant insert on plans.plan_publishers, plans.owed_conversions, plans.results, plans.receivables,
  plans.receivable_reductions
  to adtally_worker;
grant update (paid_at, cancelled_at) on plans.owed_conversions to adtally_worker;
grant execute on function plans.await_placings(), plans.hold_receivables(uuid[]) to adtally_worker;
