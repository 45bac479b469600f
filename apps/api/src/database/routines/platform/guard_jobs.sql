-- Limits which jobs the current login may set, or cancel (without a time). Only the worker sets the nightly proof of
-- the books, and always within a day. A repeating job can be brought forward by anybody; only the worker, who has taken
-- it, sets it again, within its period. Deadlines of money can't be postponed or cancelled beyond what their row says. A
-- running job is no longer set, and sets itself again.
create or replace function platform.guard_jobs(job_kind text, subject_ids text[], due_ats timestamptz[]) returns void
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  of_money constant text[] := '{
    plan.due,plan.release-publishers,plan.pay-owed,plan.write-off,wallet.hold-release,wallet.deposit-return,
    wallet.payout-take,wallet.payout-send,startup.expire,vip.earn,coupons.expire,follows.draft-lapse,acceptors.order-due,
    operators.proposal_expiry}';
  latest constant timestamptz := coalesce((select max(due_at) from unnest(due_ats) as job (due_at)), 'infinity');
begin
  if job_kind like 'reconciliation.%' and (
    not platform.acts_as('worker')
    or latest > platform.now() + interval '24 hours 1 minute' and not platform.acts_as_owner()) then
    raise exception 'the proof of the books can''t be put off or called off' using errcode = 'insufficient_privilege';
  end if;
  if (job_kind = 'reconciliation.nightly' or 'periodic' = any (subject_ids)) and exists (
    select from unnest(subject_ids, due_ats) as wanted (subject_id, due_at)
    left join lateral (
      select due_at from platform.jobs where kind = job_kind and subject_id = wanted.subject_id) as job on true
    where (job_kind = 'reconciliation.nightly' or wanted.subject_id = 'periodic')
      and coalesce(wanted.due_at, 'infinity') > case
        when job.due_at is not null then greatest(job.due_at, platform.now())
        when platform.acts_as('worker') then platform.now() + coalesce(platform.period_of(job_kind), '1 day') + '1 minute'
        else '-infinity' end
  ) and not platform.acts_as_owner() then
    raise exception 'the repeating job % can''t be put off or called off', job_kind
      using errcode = 'insufficient_privilege';
  end if;
  if job_kind = any (of_money) and exists (
    -- Row by row and by key, because a table that has just grown has no statistics for the planner.
    select from unnest(subject_ids, due_ats) as wanted (subject_id, due_at)
    where coalesce(wanted.due_at, 'infinity') > (
        select due_at from platform.jobs where kind = job_kind and subject_id = wanted.subject_id)
      and coalesce(wanted.due_at, 'infinity')
        > coalesce(platform.latest_due(job_kind, wanted.subject_id) + interval '1 second', '-infinity')
  ) and not platform.acts_as_owner() then
    raise exception 'the deadline % can''t be put off or called off by this', job_kind
      using errcode = 'insufficient_privilege', hint = 'The deadline follows from its row; change that by its act.';
  end if;
end
$$;
