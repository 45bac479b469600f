-- How far a deadline may be postponed by its row: infinitely once that is finished; null if only by the worker.
create or replace function platform.latest_due(job_kind text, job_subject_id text) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  case job_kind
    when 'wallet.hold-release' then
      return (
        select case when released_at is null then deadline else 'infinity' end
        from wallet.holds where hold_id = job_subject_id::uuid);
    when 'plan.due' then
      return (
        select case status
          when 'waitPut' then ends_at when 'matching' then ends_at when 'putting' then ends_at
          -- The life of a delivery token.
          when 'putFinished' then status_at + interval '1 hour'
          when 'waitSettle' then status_at + (
            select (values ->> 'settlement_limit_ms')::bigint * interval '1 millisecond'
            from policies.versions where version = plan.policy_version)
          else 'infinity' end
        from plans.plans as plan where plan_id = job_subject_id::uuid);
    when 'follows.draft-lapse' then
      return (
        select case state when 'open' then expires_at else 'infinity' end
        from follows.drafts where draft_id = job_subject_id::uuid);
    when 'vip.earn' then
      return (
        select case when ended_at is null then ends_at else 'infinity' end
        from vip.months where vip_id = job_subject_id::uuid);
    when 'coupons.expire' then
      return (
        select case state when 'issued' then expires_at else 'infinity' end
        from coupons.coupons where coupon_id = job_subject_id::uuid);
    when 'operators.proposal_expiry' then
      return (
        select case when decision.proposal_id is null then expires_at else 'infinity' end
        from operators.proposals as proposal left join operators.decisions as decision using (proposal_id)
        where proposal_id = job_subject_id::uuid);
    else
      return null;
  end case;
end
$$;
