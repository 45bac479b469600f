-- The platform's own money: the one move that two people approved, with its amount, as an entry of its own;
-- `allowed_by_reversal` covers reversals.
create or replace function payouts.allowed_by_proposal(ids uuid[]) returns setof ledger.allowance
language sql stable set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  select allowed.*
  from operators.approved
  -- Same as in platform-money.ts; a test makes each move.
  join (values
    ('own-promo', 'platform_allotted', 'own', 'promo'),
    ('own-reserve', 'platform_allotted', 'own', 'reserve'),
    ('promo-own', 'platform_allotted', 'promo', 'own'),
    ('reserve-own', 'platform_allotted', 'reserve', 'own'),
    ('fee-own', 'fee_taken', 'fee', 'own'),
    ('reserve-shortfall', 'shortfall_covered', 'reserve', 'shortfall'),
    ('own-shortfall', 'shortfall_covered', 'own', 'shortfall')
  ) as move (name, posting, debit, credit) on name = payload ->> 'move'
  cross join lateral ledger.allowed(
    proposal_id, posting, ledger.account_of(debit), ledger.account_of(credit), (payload ->> 'amount_micros')::numeric
  ) allowed
  where proposal_id = any (ids) and action = 'platform-money.move' and not exists (
    select from ledger.transfers posted
    where posted.cause_id = proposal_id and posted.cause_kind = 'proposal' and posted.reverses_id is not null)
$$;
