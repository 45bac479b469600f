-- Many deadlines of one kind in one statement, for what is written in batches.
create or replace function platform.schedule_jobs(job_kind text, subject_ids text[], due_ats timestamptz[])
  returns void language plpgsql security definer set search_path = '' as $$
begin
  perform platform.guard_jobs(job_kind, subject_ids, due_ats);
  insert into platform.jobs (kind, subject_id, due_at)
    select job_kind, subject_id, due_at from unnest(subject_ids, due_ats) as job (subject_id, due_at)
    on conflict (kind, subject_id)
    do update set due_at = excluded.due_at, attempts = 0, retry_at = null, last_error = null;
  perform platform.notify_of_jobs((select min(due_at) from unnest(due_ats) as job (due_at)));
end
$$;
