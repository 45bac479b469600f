-- What each cause has come to, a row for each side of each transfer that is asked for. The parts of a plan are one where
-- spend falls on them in the proportion placed, which is the plan's rule and not the cause's.
create or replace view ledger.caused as
select
  transfer.cause_kind, transfer.cause_id, transfer.posting, moved.side,
  case when transfer.posting in ('spend', 'invalid_before_settlement') and moved.code like 'plan\_%' then 'plan_parts'
    else moved.code end as code,
  moved.owner_id, coalesce(moved.subject_id, moved.owner_id) as subject_id, transfer.amount_micros
from ledger.transfers transfer
join ledger.accounts debit on debit.id = transfer.debit_account_id
join ledger.accounts credit on credit.id = transfer.credit_account_id
cross join lateral (values
  ('debit'::ledger.side, debit.code, debit.owner_id, debit.subject_id, credit.owner_id),
  ('credit'::ledger.side, credit.code, credit.owner_id, credit.subject_id, debit.owner_id)
) as moved (side, code, owner_id, subject_id, other_owner_id)
where ledger.is_asked(transfer.posting, moved.code, moved.owner_id, moved.other_owner_id);
