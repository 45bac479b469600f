grant usage on schema platform to adtally_program;

-- The program by itself can't change the environment and the clock.
grant select on platform.migrations, platform.environment, platform.clock_offset, platform.clock_advances
  to adtally_program;
grant execute on function platform.now(), platform.scope_is_system(), platform.scope_customer_id(), platform.scope_party_id(),
  platform.ask_read_committed()
  to adtally_program;

-- Functions write deadlines and messages, in any scope; the worker handles them.
grant execute on function
  platform.schedule_job(text, text, timestamptz), platform.schedule_jobs(text, text[], timestamptz[], text[]),
  platform.cancel_job(text, text), platform.cancel_jobs(text, text[]),
  platform.publish(text, text, jsonb), platform.publish_all(text, text[], jsonb, text[])
  to adtally_api, adtally_worker, adtally_office;
grant select on platform.jobs to adtally_worker, adtally_office;
grant execute on function
  platform.lock_due_jobs(text, integer), platform.take_due_job(text[], text),
  platform.postpone_job(text, text, timestamptz, text)
  to adtally_worker;
grant select, update (attempts, last_error, retry_at), delete on platform.outbox to adtally_worker;

grant execute on function platform.advance_clock(text, bigint) to adtally_office;
