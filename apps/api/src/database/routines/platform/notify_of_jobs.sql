-- A deadline wakes the workers only where it may come before they look by themselves, every 30 seconds
-- (worker/loop.ts): plans are placed by the thousand, each with a deadline weeks ahead, and each batch of them would
-- make every worker look.
create or replace function platform.notify_of_jobs(first_due_at timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  if first_due_at <= platform.now() + interval '60 seconds' then
    perform pg_notify('platform_jobs', '');
  end if;
end
$$;
