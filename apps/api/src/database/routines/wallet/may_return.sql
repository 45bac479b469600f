-- Whether the current login may move a return to its status. Unmatched money is returned by two people's decision
-- about that line, or by the worker ten days after its statement, to the paying account, or to the agreed one if the
-- bank named none. Two people send it, and a bank line confirms it.
create or replace function wallet.may_return(moved wallet.deposit_returns) returns boolean
language sql stable set search_path = '' as $$
  select platform.acts_as_owner() or case moved.status
    when 'ordered' then exists (
      select from wallet.bank_lines line join wallet.bank_statements statement using (statement_id)
      where line_id = moved.line_id and not is_withdrawn
        and (amount_micros, counterparty_name) = (moved.amount_micros, moved.account_name)
        and (assigned_kind is null or (assigned_kind, assigned_id) = ('return', moved.return_id))
        and case when moved.ordered_by_proposal is null then platform.acts_as('worker')
          and counterparty_account = moved.account_number and not is_return
          and confirmed_at + interval '240 hours' <= platform.now()
        else counterparty_account in (moved.account_number, '') and wallet.decided_here(
          moved.ordered_by_proposal, 'deposit.return',
          jsonb_build_object('line_id', line_id, 'account', moved.account_number)) end)
    when 'sent' then wallet.decided_here(
      moved.sent_by_proposal, 'deposit.return-send', jsonb_build_object('numbers', jsonb_build_array(moved.number)))
    else (platform.acts_as('office') or platform.acts_as('worker')) and exists (
      select from wallet.bank_lines
      where line_id = moved.paid_line_id and (assigned_kind, assigned_id) = ('return', moved.return_id)
        and -amount_micros = moved.amount_micros) end
$$;
