-- A return is ordered, sent and confirmed, in this order and by the right party; amount and destination never change.
-- None is sent while the bank contradicts the statement that its money came by.
create or replace function wallet.guard_deposit_return() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  moving constant text[] := array['status', 'sent_at', 'sent_by_proposal', 'confirmed_at', 'paid_line_id'];
begin
  if tg_op = 'INSERT' and new.status <> 'ordered' or tg_op = 'UPDATE' and (
    (old.status, new.status) not in (('ordered', 'sent'), ('sent', 'confirmed'))
    or (to_jsonb(new) - moving) is distinct from (to_jsonb(old) - moving)
    or old.sent_at is not null
      and (new.sent_at, new.sent_by_proposal) is distinct from (old.sent_at, old.sent_by_proposal)
  ) then
    raise exception 'return % cannot go to %', new.number, new.status using errcode = 'check_violation';
  end if;
  if not wallet.may_return(new) then
    raise exception 'return % of % to % is not to be % by this',
      new.number, new.amount_micros, new.account_name, new.status
      using errcode = 'insufficient_privilege', hint = 'Propose it, and have a second person approve it.';
  end if;
  if new.status = 'sent' and exists (
    select from wallet.bank_lines line
    where line.line_id = new.line_id and wallet.is_contradicted(line.statement_id)) and tg_op = 'UPDATE'
    and old.status = 'ordered' then
    raise exception 'the bank contradicts the statement of return %', new.number
      using errcode = 'check_violation', constraint = 'statement_contradicted',
        hint = 'Two people withdraw the statement first.';
  end if;
  return new;
end $$;
