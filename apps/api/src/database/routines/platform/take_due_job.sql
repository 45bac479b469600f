-- Takes the job that has been due longest, and continues its request, or else `own_request_id`. Runs as the owner,
-- because row-level security would keep the caller's `coalesce` from the index.
create or replace function platform.take_due_job(kinds text[], own_request_id text default null)
returns table (kind text, subject_id text, due_at timestamptz, exact_due_at text, request_id text)
language plpgsql security definer set search_path = '' set enable_sort = off set enable_bitmapscan = off
set enable_seqscan = off as $$
#variable_conflict use_column
declare
  until constant timestamptz := platform.now();
begin
  perform platform.ask_read_committed();
  if not platform.scope_is_system() then
    raise exception 'jobs are worked off by the program' using errcode = 'insufficient_privilege';
  end if;
  return query
    delete from platform.jobs as job where (job.kind, job.subject_id) = (
      select due.kind, due.subject_id from platform.jobs as due
      where coalesce(due.retry_at, due.due_at) <= until and due.kind = any (kinds)
      order by coalesce(due.retry_at, due.due_at) limit 1 for update skip locked)
    returning job.kind, job.subject_id, job.due_at, job.due_at::text,
      set_config('adtally.request_id', coalesce(job.request_id, own_request_id), true);
end
$$;
