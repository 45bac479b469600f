-- Checks that each night was proved: the nights from the database's first until the previous one, their runs, and the
-- job for the next; `begun` is the night being proved. A night (UTC, from 02:00) counts if entries were written in
-- it, as otherwise there was nothing new to prove, and unless a sandbox's clock jumped over its beginning, or to its end
-- within ten minutes of it, before a worker may have come to it. Runs must be audited, and of a night that had begun.
create or replace function reconciliation.night_differences(begun date) returns table (subject text)
language sql stable set search_path = '' as $$
  with days as (
    select
      (date_trunc('day', (select created_at from platform.environment) at time zone 'UTC' - interval '2 hours'))::date
        as first_night,
      (date_trunc('day', platform.now() at time zone 'UTC' - interval '2 hours'))::date as this_night
  ), nights as (
    select first_night + day as night, (first_night + day + time '02:00') at time zone 'UTC' as begins_at
    from days cross join lateral generate_series(1, this_night - first_night - 1) as day
  ), told as (
    select run.run_id, run.night, run.differences, entry.details,
      run.night > (run.began_at at time zone 'UTC' - interval '119 minutes')::date as is_invented
    from reconciliation.runs run
    left join audit.entries entry
      on entry.subject_kind = 'reconciliation_run' and entry.subject_id = run.run_id::text
      and entry.action = 'reconciliation.run'
  )
  select 'night ' || night from nights
  where night is distinct from begun
    and not exists (select from reconciliation.runs where runs.night = nights.night)
    and not exists (
      select from platform.clock_advances join platform.environment on mode = 'sandbox'
      cross join lateral (
        select advanced_at + (offset_ms - by_ms) * interval '1 millisecond' as jumped_from,
          advanced_at + offset_ms * interval '1 millisecond' as jumped_to
      ) as jump
      where begins_at > jumped_from and begins_at <= jumped_to
        or begins_at > jumped_from - interval '10 minutes' and begins_at + interval '24 hours' <= jumped_to)
    and exists (
      select from ledger.transfers where created_at >= begins_at and created_at < begins_at + interval '24 hours')
  union all
  select 'run ' || run_id from told
  where details is null or is_invented or details ->> 'night' is distinct from night::text
    or details ->> 'differences' is distinct from differences::text
  union all
  select 'job'
  where not exists (
      select from platform.jobs
      where kind = 'reconciliation.nightly' and greatest(due_at, retry_at) <= platform.now() + interval '24 hours')
    -- Before the first start there is no job.
    and (
      begun is not null
      or exists (select from reconciliation.runs where night is not null)
      or exists (select from platform.jobs where kind = 'reconciliation.nightly'));
$$;
