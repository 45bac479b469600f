-- Raises LG001 if a reversal of one of these is invalid: it must come after its original, so that no two can name
-- each other to bypass the chart; go the opposite way between the same accounts; belong to a proposal if and only if
-- its original does; and all reversals of an original together must not exceed it. Their accounts are locked.
create or replace function ledger.check_reversals(original_ids uuid[]) returns void
language plpgsql set search_path = ledger, pg_temp as $$
begin
  perform platform.ask_read_committed();
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
