-- VIP months: the price on opening, what is earned so far, and on cancellation the refund, with the rest earned.
create or replace function vip.allowed_by_vip(ids uuid[]) returns setof ledger.allowance
language sql stable set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  with month as materialized (
    select vip_id, price_micros, refund_micros,
      case when refund_micros is null then vip.earned_at(months, earned_until) else price_micros - refund_micros end
        as earned_micros,
      ledger.account_of('customer_available', customer_id) as available,
      ledger.account_of('fee_unearned', null, vip_id) as unearned, ledger.account_of('fee') as fee
    from vip.months where vip_id = any (ids)
  ), moved (vip_id, posting, debit, credit, amount_micros) as (
    select vip_id, 'vip_opened', available, unearned, price_micros from month
    union all
    select vip_id, 'vip_earned', unearned, fee, earned_micros from month
    union all
    select vip_id, 'vip_cancelled', unearned, available, refund_micros from month where refund_micros is not null
  )
  select allowed.* from moved
  cross join lateral ledger.allowed(vip_id, posting, debit, credit, amount_micros) allowed
$$;
