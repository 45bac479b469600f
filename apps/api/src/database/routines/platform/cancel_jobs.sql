-- Like platform.cancel_job, for many subjects of one kind.
create or replace function platform.cancel_jobs(job_kind text, subject_ids text[]) returns void
  language sql security definer set search_path = '' as $$
  select platform.guard_jobs(job_kind, subject_ids, null);
  delete from platform.jobs where kind = job_kind and subject_id = any (subject_ids)
$$;
