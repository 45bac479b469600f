-- Holds: into them the amount that two people agreed to, or the whole withdrawal to a new beneficiary; out of them,
-- on release, what no deposit recall took, to its withdrawal if that goes on, else to available funds.
create or replace function wallet.allowed_by_hold(ids uuid[]) returns setof ledger.allowance
language sql stable set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  with hold as materialized (
    select hold_id, hold.reason, hold.proposal_id, customer_id, hold.withdrawal_id,
      hold.amount_micros, hold.amount_micros - coalesce(risk_hold_micros, 0) as back_micros,
      ledger.account_of('risk_hold', customer_id) as held,
      ledger.account_of(case source when 'available' then 'customer_available' else source end, customer_id) as taken_from,
      ledger.account_of(case released_to when 'available' then 'customer_available' else released_to end, customer_id)
        as released_to
    from wallet.holds hold left join wallet.deposit_recalls recall using (hold_id, customer_id)
    where hold_id = any (ids)
  ), moved (hold_id, posting, debit, credit, amount_micros) as (
    select hold_id, 'hold', taken_from, held, hold.amount_micros
    from hold left join wallet.withdrawals withdrawal using (withdrawal_id, customer_id)
    where reason = 'new_beneficiary' and withdrawal.amount_micros = hold.amount_micros
      or exists (
        select from operators.approved
        where approved.proposal_id = hold.proposal_id and action = 'hold.place'
          and payload ->> 'customer_id' = customer_id::text and payload ->> 'reason' = reason
          and payload ->> 'amount_micros' = hold.amount_micros::text
          and payload ->> 'withdrawal' is not distinct from withdrawal.number
      )
    union all
    select hold_id, 'hold_released', held, released_to, back_micros from hold where (released_to).code is not null
  )
  select allowed.* from moved
  cross join lateral ledger.allowed(hold_id, posting, debit, credit, amount_micros) allowed
$$;
