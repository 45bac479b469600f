-- How often the worker repeats a job; null if it does not. Same as `every_ms` of the modules' jobs (a test compares).
create or replace function platform.period_of(job_kind text) returns interval
language sql immutable set search_path = '' as $$
  select case job_kind
    when 'payouts.match-lines' then interval '1 minute'
    when 'wallet.statement-fetch' then interval '2 minutes'
    when 'wallet.money-owed' then interval '5 minutes'
    when 'contracts.clean_up' then interval '1 hour'
    when 'files.clean_up' then interval '1 hour'
    when 'identity.sweep' then interval '1 hour'
    when 'ledger.sum-days' then interval '1 hour'
    when 'webpush.sweep' then interval '1 hour'
    when 'notices.sweep' then interval '24 hours'
    when 'service.guest_threads' then interval '6 hours' end
$$;
