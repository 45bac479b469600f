grant usage on schema platform to adtally_program;

-- The environment and the clock change by nothing that the program may do by itself.
grant select on platform.migrations, platform.environment, platform.clock_offset, platform.clock_advances
  to adtally_program;
-- Deadlines and messages are written by functions, in any scope, and worked off by the worker.
grant select, update, delete on platform.jobs, platform.outbox to adtally_program;

grant execute on function
  platform.now(), platform.advance_clock(bigint, text), platform.scope_is_system(), platform.scope_customer_id(),
  platform.schedule_job(text, text, timestamptz), platform.schedule_jobs(text, text[], timestamptz[]),
  platform.cancel_job(text, text), platform.lock_due_jobs(text, integer), platform.take_due_job(text[]),
  platform.publish(text, text, jsonb), platform.publish_all(text, text[], jsonb)
  to adtally_program;
