-- A deadline wakes the workers only where it may come before they look by themselves, every 30 seconds (worker/loop.ts):
-- plans are placed by the thousand, each with a deadline weeks ahead, and each batch of them made every worker look.
create function platform.notify_of_jobs(first_due_at timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  if first_due_at <= platform.now() + interval '60 seconds' then
    perform pg_notify('platform_jobs', '');
  end if;
end
$$;

create or replace function platform.schedule_job(job_kind text, job_subject_id text, job_due_at timestamptz)
  returns void language plpgsql security definer set search_path = '' as $$
begin
  insert into platform.jobs (kind, subject_id, due_at) values (job_kind, job_subject_id, job_due_at)
    on conflict (kind, subject_id)
    do update set due_at = excluded.due_at, attempts = 0, retry_at = null, last_error = null;
  perform platform.notify_of_jobs(job_due_at);
end
$$;

create or replace function platform.schedule_jobs(job_kind text, subject_ids text[], due_ats timestamptz[])
  returns void language plpgsql security definer set search_path = '' as $$
begin
  insert into platform.jobs (kind, subject_id, due_at)
    select job_kind, subject_id, due_at from unnest(subject_ids, due_ats) as job (subject_id, due_at)
    on conflict (kind, subject_id)
    do update set due_at = excluded.due_at, attempts = 0, retry_at = null, last_error = null;
  perform platform.notify_of_jobs((select min(due_at) from unnest(due_ats) as job (due_at)));
end
$$;
revoke all on function platform.notify_of_jobs(timestamptz) from public;
