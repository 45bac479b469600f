-- Payouts: the line that paid one out, the line by which it came back, which reverses both lines, and bank charges
-- that two people agreed to.
create or replace function payouts.allowed_by_bank_line(ids uuid[]) returns setof ledger.allowance
language sql stable set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  with line as materialized (
    select line_id, assigned_kind, assigned_id, amount_micros, -amount_micros as paid_micros,
      ledger.account_of('bank', null, account_id) as bank, ledger.account_of('transit') as transit
    from wallet.bank_lines join wallet.rails using (rail)
    where line_id = any (ids)
  ), moved (line_id, posting, debit, credit, amount_micros) as (
    select line.line_id, 'party_paid', transit, bank, paid_micros
    from line join payouts.payouts payout on payout.line_id = line.line_id
    where assigned_kind = 'payout' and assigned_id = payout_id and paid_micros = payout.amount_micros
    union all
    select line.line_id, back.posting, back.debit, back.credit, line.amount_micros
    from line
    join payouts.payouts payout on payout.return_line_id = line.line_id
    join wallet.bank_lines paid on paid.line_id = payout.line_id
    join wallet.rails on rails.rail = paid.rail
    cross join lateral (values
      ('party_paid', ledger.account_of('bank', null, rails.account_id), transit),
      ('deposit_received', ledger.account_of('suspense'), bank)
    ) as back (posting, debit, credit)
    where line.assigned_kind = 'payout' and line.assigned_id = payout_id and status = 'returned'
      and line.amount_micros = payout.amount_micros
    union all
    select line_id, 'bank_charged', ledger.account_of('fee'), bank, paid_micros
    from line
    where assigned_kind = 'charge' and paid_micros > 0 and exists (
      select from operators.approved
      where subject_kind = 'bank_line' and subject_id = line_id::text and action = 'bank-charge.book')
  )
  select allowed.* from moved
  cross join lateral ledger.allowed(line_id, posting, debit, credit, amount_micros) allowed
$$;
