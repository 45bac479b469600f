-- Each settled plan's totals by the ledger, one row per revision: the settlement with everything before it, and each
-- correction's change, whose entries name it by their line. Splits transfers into sides first: joining on either of
-- two columns would compare every account with every transfer.
create or replace view reconciliation.settled_money with (security_invoker = true) as
with sides as (
  select plan.plan_id, plan.customer_id, account.code, other.code as other_code, other.owner_id as other_owner_id, posting,
    coalesce(substring(flow_id from ':correction:(\d+)$')::smallint, 1::smallint) as revision,
    -- Above 0 if it leaves the plan's account.
    side.amount_micros
  from ledger.transfers transfer
  cross join lateral (
    values (transfer.debit_account_id, transfer.credit_account_id, transfer.amount_micros),
      (transfer.credit_account_id, transfer.debit_account_id, -transfer.amount_micros)
  ) as side (account_id, other_id, amount_micros)
  join ledger.accounts account on account.id = side.account_id
  join plans.plans plan on plan.plan_id = account.subject_id
  join ledger.accounts other on other.id = side.other_id
  where account.code in ('plan_cash', 'plan_discount', 'plan_startup', 'customer_unsettled', 'fee_unearned')
    and plan.status = 'settled'
)
select plan_id, revision,
  coalesce(-sum(amount_micros) filter (where posting = 'plan_placed'), 0)::bigint as amount_micros,
  coalesce(sum(amount_micros) filter (
    where code = 'plan_cash' and other_code in ('publisher_unsettled', 'fee_unearned')), 0)::bigint as cash_spend_micros,
  coalesce(sum(amount_micros) filter (
    where code = 'plan_discount' and other_code in ('publisher_unsettled', 'fee_unearned')), 0)::bigint
    as discount_spend_micros,
  coalesce(sum(amount_micros) filter (
    where code = 'plan_startup' and other_code in ('publisher_unsettled', 'fee_unearned')), 0)::bigint
    as startup_spend_micros,
  coalesce(-sum(amount_micros) filter (
    where code = 'fee_unearned' and other_code in ('plan_cash', 'plan_discount', 'plan_startup')), 0)::bigint
    as spend_fee_micros,
  coalesce(sum(amount_micros) filter (
    where code = 'fee_unearned' and other_code = 'customer_available'), 0)::bigint as rebate_micros,
  coalesce(sum(amount_micros) filter (
    where code = 'fee_unearned' and other_code = 'fee'), 0)::bigint as platform_fee_micros,
  coalesce(-sum(amount_micros) filter (
    where code = 'customer_unsettled' and other_code = 'escrow_reserved'), 0)::bigint as revenue_micros,
  coalesce(sum(amount_micros) filter (
    where code = 'customer_unsettled' and other_code = 'promo'), 0)::bigint as startup_return_micros,
  coalesce(sum(amount_micros) filter (
    where code = 'customer_unsettled' and other_code = 'customer_available' and other_owner_id = customer_id
  ), 0)::bigint as customer_micros,
  -- To a leader, and to people owed from earlier plans.
  coalesce(sum(amount_micros) filter (
    where code = 'customer_unsettled' and other_code = 'customer_available' and other_owner_id <> customer_id
  ), 0)::bigint as shared_micros
from sides
group by plan_id, revision;
