-- At commit: an assigned line must have been booked as what it is, so that nobody keeps a deposit from its owner by a
-- wrong assignment. `allowed_by_bank_line` checks each posting's subject and amount.
create or replace function wallet.ask_booking() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  booked constant boolean := case new.assigned_kind
    when 'withdrawn' then new.is_withdrawn and exists (
      select from wallet.bank_statements
      where statement_id = new.statement_id and withdrawn_by_proposal = new.assigned_id)
    else exists (
      select from ledger.transfers
      where cause_id = new.line_id and cause_kind = 'bank_line' and posting = any (case new.assigned_kind
        when 'deposit' then '{deposit_credited}'::text[]
        when 'escrow' then '{party_paid_in}'
        when 'own' then '{party_paid_in}'
        when 'bond' then '{party_paid_in}'
        when 'withdrawal' then '{withdrawal_confirmed,withdrawal_bounced}'
        when 'payout' then '{party_paid}'
        when 'charge' then '{bank_charged}'
        when 'return' then '{deposit_sent_back}'
        when 'recall' then '{deposit_recalled}' end)) end;
begin
  if not booked and not platform.acts_as_owner() then
    raise exception 'bank line % is assigned to % %, and nothing of it was booked',
      new.bank_reference, new.assigned_kind, new.assigned_id
      using errcode = 'check_violation', hint = 'A line is assigned in the transaction that books it.';
  end if;
  return null;
end
$$;
