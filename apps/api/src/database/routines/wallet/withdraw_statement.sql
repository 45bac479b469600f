-- Withdraws a statement that two people decided on: the newest of its rail, without booked lines. Its lines no longer
-- count as the bank's, and the chain continues from the statement before.
create or replace function wallet.withdraw_statement(of_proposal uuid) returns wallet.bank_statements
language plpgsql security definer set search_path = '' as $$
declare
  named text := (
    select proposal.subject_id
    from operators.proposals proposal join operators.decisions decision using (proposal_id)
    where proposal.proposal_id = of_proposal and proposal.action = 'statement.withdraw'
      and decision.verdict = 'approved' and platform.scope_is_system());
  statement wallet.bank_statements;
begin
  select * into statement from wallet.bank_statements where statement_id::text = named;
  if found then
    perform wallet.lock_statements(statement.rail);
  end if;
  if statement.statement_id is distinct from (
      select statement_id from wallet.bank_statements
      where rail = statement.rail and withdrawn_at is null order by sequence desc limit 1)
    or statement.statement_id is null
    or exists (select wallet.lines_in_use(statement.statement_id)) then
    raise exception 'proposal % withdraws no statement that can go', of_proposal using errcode = 'check_violation';
  end if;
  update wallet.bank_lines
  set is_withdrawn = true, assigned_kind = coalesce(assigned_kind, 'withdrawn'),
    assigned_id = case when assigned_kind is null then of_proposal else assigned_id end,
    assigned_at = coalesce(assigned_at, platform.now())
  where statement_id = statement.statement_id;
  update wallet.bank_statements set withdrawn_by_proposal = of_proposal, withdrawn_at = platform.now()
  where statement_id = statement.statement_id returning * into statement;
  return statement;
end
$$;
