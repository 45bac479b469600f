-- At commit: a first result needs a plan that settled at that moment, on its terms, with the leader from whose draft
-- it was placed and a VIP month of its customer, and empty plan accounts. A later one must be the next revision, on
-- the terms of the one before. `allowed_by_settlement` and `allowed_by_correction` check the figures.
create or replace function plans.guard_result() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if platform.acts_as_owner() then
    return null;
  end if;
  if not exists (
    select from plans.plans plan
    where plan.plan_id = new.plan_id and plan.status = 'settled' and (
      plan.customer_id, plan.product_id, plan.advertiser_id, plan.policy_version, plan.amount_micros, plan.status_at
    ) = (new.customer_id, new.product_id, new.advertiser_id, new.policy_version, new.amount_micros, new.settled_at)
  ) then
    raise exception 'a result is of a plan that has settled, on its terms and of that moment: plan % has none such',
      new.plan_id using errcode = 'check_violation';
  end if;
  if new.revision > 1 then
    if not exists (
      select from plans.results earlier
      where earlier.plan_id = new.plan_id and earlier.revision = new.revision - 1 and (
        earlier.leader_id, earlier.share_rate_percent, earlier.vip_id, earlier.vip_fee_percent
      ) is not distinct from (new.leader_id, new.share_rate_percent, new.vip_id, new.vip_fee_percent)
    ) then
      raise exception 'result % of plan % does not follow the one before it', new.revision, new.plan_id
        using errcode = 'check_violation';
    end if;
    return null;
  end if;
  if exists (
    select from ledger.accounts
    where id = any (array[
        ledger.account_id('plan_cash', new.customer_id, new.plan_id),
        ledger.account_id('plan_discount', new.customer_id, new.plan_id),
        ledger.account_id('plan_startup', new.customer_id, new.plan_id),
        ledger.account_id('customer_unsettled', new.customer_id, new.plan_id),
        ledger.account_id('escrow_reserved', new.advertiser_id, new.plan_id),
        ledger.account_id('fee_unearned', '00000000-0000-7000-8000-000000000001', new.plan_id)
      ]) and debits_posted_micros <> credits_posted_micros
  ) then
    raise exception 'plan % has settled and still holds money', new.plan_id using errcode = 'check_violation';
  end if;
  if not exists (
    select from (select new.plan_id) as settled
    left join follows.drafts draft using (plan_id)
    left join follows.relations relation using (relation_id)
    left join policies.versions on versions.version = new.policy_version and relation.leader_id is not null
    where (new.leader_id, new.share_rate_percent) is not distinct from (
      relation.leader_id, least(relation.fee_percent, (versions.values ->> 'follow_fee_max_percent')::bigint)
    )
  ) then
    raise exception 'the profit of plan % must be shared with the leader of its draft, at that rate', new.plan_id
      using errcode = 'check_violation';
  end if;
  if new.vip_id is not null and not exists (
    select from vip.months
    where (months.vip_id, months.customer_id, months.vip_fee_percent) = (new.vip_id, new.customer_id, new.vip_fee_percent)
  ) then
    raise exception 'the VIP month of plan % is another customer''s, or has other terms', new.plan_id
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
