-- Withdrawals: money is held when requested, sent with the rail's fee, reversed in full if the bank refused, and
-- returned if not sent. Their bank lines' postings are the lines'.
create or replace function wallet.allowed_by_withdrawal(ids uuid[]) returns setof ledger.allowance
language sql stable set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  with withdrawal as materialized (
    select withdrawal_id, amount_micros, coalesce(back_micros, 0) as back_micros, payout_micros, rail_fee_micros,
      status = 'bounced' and line_id is null and return_line_id is null as is_refused,
      ledger.account_of('withdrawal_hold', customer_id) as set_aside,
      ledger.account_of('customer_available', customer_id) as available,
      ledger.account_of('transit') as transit, ledger.account_of('fee') as fee
    from wallet.withdrawals where withdrawal_id = any (ids)
  ), moved (withdrawal_id, posting, debit, credit, amount_micros) as (
    select withdrawal_id, 'withdrawal_asked', available, set_aside, amount_micros from withdrawal
    union all
    select withdrawal_id, 'withdrawal_sent', set_aside, transit, payout_micros
    from withdrawal where payout_micros is not null
    union all
    select withdrawal_id, 'withdrawal_sent', set_aside, fee, rail_fee_micros
    from withdrawal where payout_micros is not null
    union all
    select withdrawal_id, 'withdrawal_sent', transit, set_aside, payout_micros from withdrawal where is_refused
    union all
    select withdrawal_id, 'withdrawal_sent', fee, set_aside, rail_fee_micros from withdrawal where is_refused
    union all
    select withdrawal_id, 'withdrawal_ended', set_aside, available,
      back_micros + case when is_refused then payout_micros + rail_fee_micros else 0 end
    from withdrawal
  )
  select allowed.* from moved
  cross join lateral ledger.allowed(withdrawal_id, posting, debit, credit, amount_micros) allowed
$$;
