-- Receivables unpaid after twelve months: the amount written off.
create or replace function plans.allowed_by_receivable(ids uuid[]) returns setof ledger.allowance
language sql stable set search_path = '' set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  select receivable.receivable_id, 'recovery_written_off', side, code, receivable.customer_id, null::uuid,
    reduction.amount_micros, reduction.amount_micros
  from unnest(ids) as id
  join plans.receivables receivable on receivable.receivable_id = id
  join plans.receivable_reductions reduction
    on reduction.receivable_id = receivable.receivable_id and reduction.plan_id is null
  cross join (values ('debit'::ledger.side, 'recovery'), ('credit', 'receivable')) as written (side, code)
  where reduction.created_at >= (receivable.created_at at time zone 'UTC' + interval '1 year') at time zone 'UTC'
$$;
