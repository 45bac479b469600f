-- Raises LG001 where a reversal of one of these is none: it stands behind what it reverses, so that no two can name each
-- other and pass the chart by; it goes the other way between the same accounts; what people proposed is taken back by what
-- people proposed, and by nothing else; and all of one together come to no more than it. Their accounts are locked.
create or replace function ledger.check_reversals(original_ids uuid[]) returns void
language plpgsql set search_path = ledger, pg_temp as $$
begin
  if exists (
    select from transfers reversal
    left join transfers original on original.id = reversal.reverses_id
    where reversal.reverses_id = any (original_ids)
      and (
        (reversal.debit_account_id, reversal.credit_account_id, reversal.posting)
          is distinct from (original.credit_account_id, original.debit_account_id, original.posting)
        or reversal.number <= original.number
        or (reversal.cause_kind = 'proposal') is distinct from (original.cause_kind = 'proposal')
      )
  ) or exists (
    select from transfers reversal
    join transfers original on original.id = reversal.reverses_id
    where reversal.reverses_id = any (original_ids)
    group by original.id
    having sum(reversal.amount_micros) > original.amount_micros
  ) then
    raise exception 'a reversal does not fit what it reverses' using errcode = 'LG001';
  end if;
end $$;
