-- Limits which jobs the current login may set, or cancel (without a time). Only the worker sets the nightly proof of
-- the books, and always within a day; a fetch from the bank must be within an hour. Deadlines of money can't be
-- postponed or cancelled beyond what their row says. A running job is no longer set, and sets itself again.
create or replace function platform.guard_jobs(job_kind text, subject_ids text[], due_ats timestamptz[]) returns void
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  of_money constant text[] := '{
    plan.due,plan.release-publishers,plan.pay-owed,plan.write-off,wallet.hold-release,wallet.deposit-return,
    wallet.payout-take,wallet.payout-send,startup.expire,vip.earn,coupons.expire,acceptors.order-due,
    operators.proposal_expiry}';
  latest constant timestamptz := coalesce((select max(due_at) from unnest(due_ats) as job (due_at)), 'infinity');
begin
  if job_kind like 'reconciliation.%' and (
    not platform.acts_as('worker')
    or latest > platform.now() + interval '24 hours 1 minute' and not platform.acts_as_owner()) then
    raise exception 'the proof of the books can''t be put off or called off' using errcode = 'insufficient_privilege';
  end if;
  if job_kind = 'wallet.statement-fetch' and latest > platform.now() + interval '1 hour'
    and not platform.acts_as_owner() then
    raise exception 'asking the bank can''t be put off or called off' using errcode = 'insufficient_privilege';
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
