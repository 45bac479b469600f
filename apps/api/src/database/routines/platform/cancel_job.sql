-- Cancels a subject's deadline of one kind, if it has one.
create or replace function platform.cancel_job(job_kind text, job_subject_id text) returns void
  language sql security definer set search_path = '' as $$
  select platform.guard_jobs(job_kind, array[job_subject_id], null);
  delete from platform.jobs where kind = job_kind and subject_id = job_subject_id
$$;
