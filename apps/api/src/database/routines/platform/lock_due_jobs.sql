-- Due jobs of one kind, oldest first, without reading others. The settings force the index, because tables that have
-- just grown have no statistics for the planner.
create or replace function platform.lock_due_jobs(job_kind text, jobs_max integer) returns setof text
  language plpgsql security definer set search_path = '' set enable_sort = off set enable_bitmapscan = off
  set enable_seqscan = off as $$
declare
  until constant timestamptz := platform.now();
begin
  perform platform.ask_read_committed();
  if not platform.scope_is_system() then
    raise exception 'jobs are worked off by the program' using errcode = 'insufficient_privilege';
  end if;
  return query
    select subject_id from platform.jobs
    where kind = job_kind and attempts = 0 and coalesce(retry_at, due_at) <= until
    order by coalesce(retry_at, due_at) limit jobs_max for update skip locked;
end
$$;
