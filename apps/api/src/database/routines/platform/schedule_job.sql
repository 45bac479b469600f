-- Sets a subject's deadline of one kind, replacing an earlier one; in any scope, but only the worker reads them.
-- Records the request that set it last.
create or replace function platform.schedule_job(job_kind text, job_subject_id text, job_due_at timestamptz)
  returns void language plpgsql security definer set search_path = '' as $$
begin
  perform platform.guard_jobs(job_kind, array[job_subject_id], array[job_due_at]);
  insert into platform.jobs (kind, subject_id, due_at, request_id)
    values (job_kind, job_subject_id, job_due_at, platform.request_id())
    on conflict (kind, subject_id)
    do update set due_at = excluded.due_at, attempts = 0, retry_at = null, last_error = null,
      request_id = excluded.request_id;
  perform platform.notify_of_jobs(job_due_at);
end
$$;
