-- Wakes the workers only for deadlines before their next look, which is every 30 seconds (worker/loop.ts): thousands
-- of plans are placed with deadlines weeks ahead, and each batch would wake every worker.
create or replace function platform.notify_of_jobs(first_due_at timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  if first_due_at <= platform.now() + interval '60 seconds' then
    perform pg_notify('platform_jobs', '');
  end if;
end
$$;
