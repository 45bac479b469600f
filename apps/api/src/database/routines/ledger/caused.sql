-- What each cause has moved so far, one row per checked side of a transfer. A plan's parts count as one for spend,
-- because the plan's proportion rule, not the cause, divides it. The sides are unnested from a constant list, which
-- is faster than a VALUES list of each transfer's columns.
create or replace view ledger.caused as
select
  cause_kind, cause_id, posting, side,
  case when posting in ('spend', 'invalid_before_settlement') and code like 'plan\_%' then 'plan_parts'
    else code end as code,
  owner_id, coalesce(subject_id, owner_id) as subject_id, amount_micros
from (
  select
    cause_kind, cause_id, posting, amount_micros, named.side,
    case named.side when 'debit' then debit.code else credit.code end as code,
    case named.side when 'debit' then debit.owner_id else credit.owner_id end as owner_id,
    case named.side when 'debit' then debit.subject_id else credit.subject_id end as subject_id,
    case named.side when 'debit' then credit.owner_id else debit.owner_id end as other_owner_id
  from ledger.transfers transfer
  join ledger.accounts debit on debit.id = transfer.debit_account_id
  join ledger.accounts credit on credit.id = transfer.credit_account_id
  cross join unnest('{debit,credit}'::ledger.side[]) as named (side)
) moved
where ledger.is_asked(posting, code, owner_id, other_owner_id);
