-- What two people allow to be taken back: of the entry that they approved, the amount that they approved, and by nothing but
-- reversals that name it. What may be reversed so is a closed list (`reversible.ts` has it, too; a test compares both):
-- entries of the platform's own money that two people moved, none of which is a reversal itself.
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
