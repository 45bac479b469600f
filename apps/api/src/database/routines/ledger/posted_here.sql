-- What the current transaction has posted so far, summed by posting and accounts, in the order of first occurrence.
create or replace function ledger.posted_here() returns table (
  posting text, debit_code text, debit_owner_id uuid, credit_code text, credit_owner_id uuid, amount_micros bigint
) language sql stable security definer set search_path = '' as $$
  select transfer.posting, debit.code, debit.owner_id, credit.code, credit.owner_id, sum(transfer.amount_micros)::bigint
  from (
    select distinct cause.kind, cause.id
    from ledger.written_causes as written, unnest(written.cause_kinds, written.cause_ids) as cause (kind, id)
  ) as caused
  join ledger.transfers as transfer
    on transfer.cause_id = caused.id and transfer.cause_kind = caused.kind and age(transfer.xmin) <= 0
  join ledger.accounts as debit on debit.id = transfer.debit_account_id
  join ledger.accounts as credit on credit.id = transfer.credit_account_id
  where platform.scope_is_system()
  group by 1, 2, 3, 4, 5
  order by min(transfer.number)
$$;
