-- Compares every published result (plans.results, the source of the loss record) with its plan and with the ledger's
-- settlement and corrections; lists settled plans without a result. Also compares receivables, for what could not be
-- collected, and their reductions, for repayments by settlements.
create or replace view reconciliation.result_differences with (security_invoker = true) as
with booked as materialized (
  select * from reconciliation.settled_money
), owed as (
  select receivable.plan_id, coalesce(revision, 1::smallint) as revision,
    sum(receivable.amount_micros) filter (where receivable.customer_id = plan.customer_id) as by_customer,
    sum(receivable.amount_micros) filter (where receivable.customer_id <> plan.customer_id) as by_leader,
    sum(receivable.amount_micros) filter (where creditor_customer_id = plan.customer_id) as to_customer,
    sum(receivable.amount_micros) filter (where creditor_customer_id <> plan.customer_id) as to_leader,
    sum(receivable.amount_micros) filter (where creditor_customer_id is null) as to_escrow
  from plans.receivables receivable join plans.plans plan using (plan_id)
  group by receivable.plan_id, revision
), repaid as (
  select reduction.plan_id, sum(reduction.amount_micros) as in_all,
    sum(reduction.amount_micros) filter (where creditor_customer_id is not null) as to_people
  from plans.receivable_reductions reduction join plans.receivables using (receivable_id)
  where reduction.plan_id is not null group by reduction.plan_id
), figures as (
  select result.plan_id, result.revision, figure, sum(booked_micros) over (
    partition by result.plan_id, figure order by result.revision) as expected_micros, found_micros
  from plans.results result
  join plans.plans plan on plan.plan_id = result.plan_id and plan.status = 'settled'
  left join booked on booked.plan_id = result.plan_id and booked.revision = result.revision
  left join owed on owed.plan_id = result.plan_id and owed.revision = result.revision
  left join repaid on repaid.plan_id = result.plan_id and result.revision = 1
  cross join lateral (values
    ('amount', booked.amount_micros, result.amount_micros),
    ('cash_spend', booked.cash_spend_micros, result.cash_spend_micros),
    ('discount_spend', booked.discount_spend_micros, result.discount_spend_micros),
    ('startup_spend', booked.startup_spend_micros, result.startup_spend_micros),
    ('spend_fee', booked.spend_fee_micros, result.spend_fee_micros),
    ('rebate', booked.rebate_micros, result.rebate_micros),
    ('platform_fee', booked.platform_fee_micros, result.platform_fee_micros),
    ('revenue', coalesce(booked.revenue_micros, 0) - coalesce(owed.to_escrow, 0), result.revenue_micros),
    ('startup_return', booked.startup_return_micros, result.startup_return_micros),
    ('customer', coalesce(booked.customer_micros, 0) + coalesce(repaid.in_all, 0)
      - coalesce(owed.by_customer, 0) + coalesce(owed.to_customer, 0), result.customer_micros),
    ('profit_share', coalesce(booked.shared_micros, 0) - coalesce(repaid.to_people, 0)
      - coalesce(owed.by_leader, 0) + coalesce(owed.to_leader, 0), result.profit_share_micros)
  ) as figure (figure, booked_micros, found_micros)
), receivables as (
  select customer_id, sum(amount_micros) as amount_micros
  from (
    select customer_id, amount_micros from plans.receivables
    union all
    select customer_id, -amount_micros from plans.receivable_reductions
  ) as part
  group by customer_id
), booked_receivables as (
  select owner_id as customer_id, debits_posted_micros - credits_posted_micros as amount_micros
  from ledger.accounts where code = 'receivable'
)
select 'result ' || plan_id || ' ' || revision || ' ' || figure as subject,
  coalesce(expected_micros, 0)::bigint as expected_micros, found_micros
from figures where coalesce(expected_micros, 0) <> found_micros
union all
select 'result ' || result.plan_id || ' ' || revision || ' terms', null, null
from plans.results result
left join plans.plans plan using (plan_id)
left join plans.status_changes settled on settled.plan_id = result.plan_id and settled.status = 'settled'
where (
  result.customer_id, result.product_id, result.advertiser_id, result.policy_version, result.amount_micros, settled_at
) is distinct from (
  plan.customer_id, plan.product_id, plan.advertiser_id, plan.policy_version, plan.amount_micros, settled.changed_at
)
union all
select 'result ' || plan_id || ' ' || revision || ' missing', null, null
from (
  select plan_id, 1 as revision from plans.plans where status = 'settled'
  union
  select plan_id, revision from booked
  union
  select plan_id, revision - 1 from plans.results where revision > 1
) as due
where not exists (
  select from plans.results where results.plan_id = due.plan_id and results.revision = due.revision)
union all
select 'receivables of ' || customer_id, coalesce(booked_receivables.amount_micros, 0),
  coalesce(receivables.amount_micros, 0)::bigint
from receivables full join booked_receivables using (customer_id)
where coalesce(receivables.amount_micros, 0) <> coalesce(booked_receivables.amount_micros, 0);
