-- Sets many deadlines of one kind in one statement; `request_ids` as in platform.publish_all.
create or replace function platform.schedule_jobs(
  job_kind text, subject_ids text[], due_ats timestamptz[], request_ids text[] default null
) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform platform.guard_jobs(job_kind, subject_ids, due_ats);
  insert into platform.jobs (kind, subject_id, due_at, request_id)
    select job_kind, subject_id, due_at, case when request_ids is null then platform.request_id() else job.request_id end
    from unnest(subject_ids, due_ats, request_ids) as job (subject_id, due_at, request_id)
    on conflict (kind, subject_id)
    do update set due_at = excluded.due_at, attempts = 0, retry_at = null, last_error = null,
      request_id = excluded.request_id;
  perform platform.notify_of_jobs((select min(due_at) from unnest(due_ats) as job (due_at)));
end
$$;
