-- Postpones a failed job: the next try is after a wait that doubles each time, from 1 s to 5 min. Its deadline stays.
create or replace function platform.postpone_job(
  job_kind text, job_subject_id text, job_due_at timestamptz, problem text
) returns void language sql security definer set search_path = '' as $$
  update platform.jobs set attempts = attempts + 1, last_error = problem,
    retry_at = platform.now() + least(power(2, least(attempts, 10)), 300) * interval '1 second'
  where kind = job_kind and subject_id = job_subject_id and due_at = job_due_at
$$;
