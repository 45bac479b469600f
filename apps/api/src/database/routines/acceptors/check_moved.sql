-- At commit: an order's money must have followed its status, and its customer confirmed what they asked for.
create or replace function acceptors.check_moved() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  moved_by constant text := case new.status
    when 'escrowed' then 'exchange_accepted' when 'completed' then 'exchange_completed'
    when 'returned' then 'exchange_returned' when 'made_good' then 'exchange_made_good' end;
  asked_by constant text := case new.status_trigger
    when 'confirmed' then 'exchange.confirm' when 'customer_confirmed' then 'exchange.complete' end;
begin
  if moved_by is not null and not exists (
    select from ledger.transfers
    where cause_kind = 'exchange_order' and cause_id = new.order_id and posting = moved_by) then
    raise exception 'order % is %, and its money is not', new.number, new.status
      using errcode = 'check_violation', constraint = 'order_with_its_money';
  end if;
  if asked_by is not null and not exists (
    select from ledger.requests
    where owner_id = new.customer_id and action = asked_by and outcome ->> 'order_id' = new.order_id::text) then
    raise exception 'the customer of order % has asked for no %', new.number, asked_by
      using errcode = 'check_violation', constraint = 'order_as_asked';
  end if;
  return null;
end
$$;
