-- Bank lines: that money came in, and what each line turned out to be, for exactly its amount; and the reversal if
-- its statement was withdrawn.
create or replace function wallet.allowed_by_bank_line(ids uuid[]) returns setof ledger.allowance
language sql stable set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  with line as materialized (
    select line_id, assigned_kind, assigned_id, is_withdrawn, amount_micros, -amount_micros as paid_micros,
      ledger.account_of('bank', null, account_id) as bank
    from wallet.bank_lines join wallet.rails using (rail)
    where line_id = any (ids)
  ), moved (line_id, posting, debit, credit, amount_micros) as (
    select line_id, 'deposit_received', bank, ledger.account_of('suspense'), amount_micros
    from line where amount_micros > 0
    union all
    select line_id, 'deposit_received', ledger.account_of('suspense'), bank, amount_micros
    from line where amount_micros > 0 and is_withdrawn and assigned_kind = 'withdrawn'
    union all
    select line_id, 'deposit_credited', ledger.account_of('suspense'),
      ledger.account_of('customer_available', customer_id), amount_micros
    from line join wallet.known_deposits(ids) deposit using (line_id, amount_micros)
    where assigned_kind = 'deposit' and assigned_id = deposit_id
    union all
    select line_id, 'deposit_sent_back', ledger.account_of('suspense'), ledger.account_of('transit'), amount_micros
    from line join wallet.deposit_returns returned using (line_id, amount_micros)
    where assigned_kind = 'return' and assigned_id = return_id
    union all
    select line.line_id, 'deposit_sent_back', ledger.account_of('transit'), bank, paid_micros
    from line join wallet.deposit_returns returned on returned.paid_line_id = line.line_id
    where assigned_kind = 'return' and assigned_id = return_id and paid_micros = returned.amount_micros
    union all
    select line_id, 'deposit_recalled', share.debit, bank, share.micros
    from line
    join wallet.deposit_recalls recall using (line_id)
    join operators.approved using (proposal_id)
    cross join lateral (values
      (ledger.account_of('risk_hold', customer_id), risk_hold_micros),
      (ledger.account_of('customer_available', customer_id), available_micros),
      (ledger.account_of('reserve'), reserve_micros),
      (ledger.account_of('shortfall'), shortfall_micros)
    ) as share (debit, micros)
    where (
        assigned_kind = 'recall' and assigned_id = recall_id and paid_micros = recall.amount_micros
        -- By its own line, if its statement is about to be withdrawn.
        or assigned_kind = 'deposit' and assigned_id = deposit_id
      )
      and action = 'deposit.recall' and payload ->> 'line_id' = line_id::text
      and payload ->> 'deposit_id' = deposit_id::text
    union all
    select line_id, 'party_paid_in', ledger.account_of('suspense'), ledger.account_of('own'), amount_micros
    from line
    where assigned_kind = 'own' and amount_micros > 0 and exists (
      select from operators.approved
      where subject_kind = 'bank_line' and subject_id = line_id::text and action = 'own-money.book')
    union all
    select line.line_id, 'withdrawal_confirmed', ledger.account_of('transit'), bank, paid_micros
    from line join wallet.withdrawals withdrawal on withdrawal.line_id = line.line_id
    where assigned_kind = 'withdrawal' and assigned_id = withdrawal_id and paid_micros = payout_micros
    union all
    select line.line_id, 'withdrawal_bounced', ledger.account_of('suspense'),
      ledger.account_of('customer_available', customer_id), line.amount_micros
    from line join wallet.withdrawals withdrawal on withdrawal.return_line_id = line.line_id
    where assigned_kind = 'withdrawal' and assigned_id = withdrawal_id and status = 'bounced'
      and withdrawal.line_id is not null and line.amount_micros between 1 and payout_micros
  )
  select allowed.* from moved
  cross join lateral ledger.allowed(line_id, posting, debit, credit, amount_micros) allowed
$$;
