-- Many messages of one topic in one statement, for what is written in batches; their ids follow the order given.
create function platform.publish_all(message_topic text, message_keys text[], message_payloads jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  insert into platform.outbox (topic, key, payload)
    select message_topic, key, payload
    from rows from (unnest(message_keys), jsonb_array_elements(message_payloads)) with ordinality
      as message (key, payload, position)
    order by position;
  perform pg_notify('platform_outbox', '');
end
$$;
grant execute on function platform.publish_all(text, text[], jsonb) to adtally_program;

-- Due jobs of one kind, oldest first, without looking at the others: the function keeps the planner to the index, which
-- tables that have just grown have no statistics to tell it of.
create index jobs_of_kind on platform.jobs (kind, coalesce(retry_at, due_at));
create function platform.lock_due_jobs(job_kind text, jobs_max integer) returns setof text
  language plpgsql security definer set search_path = '' set enable_sort = off set enable_bitmapscan = off
  set enable_seqscan = off as $$
declare
  until constant timestamptz := platform.now();
begin
  if not platform.scope_is_system() then
    raise exception 'jobs are worked off by the program' using errcode = 'insufficient_privilege';
  end if;
  return query
    select subject_id from platform.jobs
    where kind = job_kind and attempts = 0 and coalesce(retry_at, due_at) <= until
    order by coalesce(retry_at, due_at) limit jobs_max for update skip locked;
end
$$;
grant execute on function platform.lock_due_jobs(text, integer) to adtally_program;
