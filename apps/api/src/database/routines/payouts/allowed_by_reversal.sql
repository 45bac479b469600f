-- Reversals that two people approved: of the approved entry, with the approved amount, and only by reversals that
-- name it. The closed list of reversible postings is the same as in `reversible.ts`, which a test compares: entries
-- of the platform's own money, moved by two people, that are no reversals.
create or replace function payouts.allowed_by_reversal(ids uuid[]) returns setof ledger.allowance
language sql stable set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  select allowed.*
  from operators.approved as reversal
  join ledger.transfers as original on original.id = (reversal.payload ->> 'entry_id')::uuid
  join operators.approved as moved on moved.proposal_id = original.cause_id and moved.action = 'platform-money.move'
  join ledger.accounts as debited on debited.id = original.debit_account_id
  join ledger.accounts as credited on credited.id = original.credit_account_id
  cross join lateral ledger.allowed(
    reversal.proposal_id, original.posting,
    ledger.account_of(credited.code), ledger.account_of(debited.code), (reversal.payload ->> 'amount_micros')::numeric
  ) as allowed
  where reversal.proposal_id = any (ids) and reversal.action = 'entry.reverse'
    and original.posting in ('fee_taken', 'shortfall_covered', 'platform_allotted')
    and original.cause_kind = 'proposal' and original.reverses_id is null
    and not exists (
      select from ledger.transfers as posted
      where posted.cause_id = reversal.proposal_id and posted.cause_kind = 'proposal'
        and posted.reverses_id is distinct from original.id)
$$;
