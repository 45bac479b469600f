-- Whoever brought a statement approves no act based on one of its lines; each act names its line. While the bank
-- contradicts the statement, nobody does, except that a deposit is recalled by its own line.
create or replace function wallet.guard_decision() returns trigger language plpgsql security definer
set search_path = '' as $$
declare
  stands_on text := (
    select coalesce(payload ->> 'line_id', payload ->> 'return_line_id') from operators.proposals where proposal_id = new.proposal_id);
begin
  if new.verdict = 'approved' and not new.is_trial and pg_input_is_valid(stands_on, 'uuid')
    and new.checker_id in (select wallet.bringers_of_line(stands_on::uuid)) then
    raise exception 'who brought a statement approves nothing that stands on it'
      using errcode = 'check_violation', constraint = 'statement_bringer';
  end if;
  if new.verdict = 'approved' and not new.is_trial and pg_input_is_valid(stands_on, 'uuid') and exists (
      select from wallet.bank_lines line
      where line.line_id = stands_on::uuid and wallet.is_contradicted(line.statement_id))
    and not exists (
      select from operators.proposals proposal
      join wallet.deposits deposit on deposit.deposit_id::text = proposal.payload ->> 'deposit_id'
      where proposal.proposal_id = new.proposal_id and proposal.action = 'deposit.recall'
        and deposit.line_id = stands_on::uuid) then
    raise exception 'the bank contradicts the statement that this stands on'
      using errcode = 'check_violation', constraint = 'statement_contradicted',
        hint = 'Two people withdraw the statement first.';
  end if;
  return new;
end
$$;
