-- Payouts: from the party's account to the bank as two people agreed, and back if not paid or returned.
create or replace function payouts.allowed_by_payout(ids uuid[]) returns setof ledger.allowance
language sql stable set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  with agreed as materialized (
    -- Parses each batch's payload once.
    select proposal_id, item.*
    from (select distinct proposal_id from payouts.payouts where payout_id = any (ids)) batch
    join operators.approved using (proposal_id)
    cross join lateral jsonb_to_recordset(payload -> 'payouts')
      as item (source text, payee_id uuid, amount_micros bigint, account_id uuid)
    where action = 'payouts.send'
  ), payout as materialized (
    select payout_id, status, amount_micros, ledger.account_of('transit') as transit,
      ledger.account_of(source, payee_id) as party
    from payouts.payouts join agreed using (proposal_id, source, payee_id, amount_micros, account_id)
    where payout_id = any (ids)
  ), moved (payout_id, posting, debit, credit, amount_micros) as (
    select payout_id, 'party_paid', party, transit, amount_micros from payout
    union all
    select payout_id, 'party_paid', transit, party, amount_micros
    from payout where status = 'returned' and exists (
      select from operators.approved
      where subject_kind = 'payout' and subject_id = payout_id::text and action = 'payout.return')
  )
  select allowed.* from moved
  cross join lateral ledger.allowed(payout_id, posting, debit, credit, amount_micros) allowed
$$;
