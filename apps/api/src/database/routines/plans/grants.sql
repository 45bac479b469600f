-- A plan's timeline and the table of its statuses are not the program's to write.
grant usage on schema plans to adtally_program;
grant select on plans.status_changes, plans.status_transitions to adtally_program;
grant select, insert on plans.plans, plans.plan_publishers, plans.owed_conversions, plans.results, plans.receivables,
  plans.receivable_reductions
  to adtally_program;
grant update (status, status_trigger, status_detail, status_at, paused) on plans.plans to adtally_program;
grant update (paid_at, cancelled_at) on plans.owed_conversions to adtally_program;
grant usage on sequence plans.plan_numbers to adtally_program;
grant execute on function plans.await_placings(), plans.begin_placing(), plans.hold_receivables(uuid[])
  to adtally_program;
