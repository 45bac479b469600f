-- An order begins as an offer without a customer.
create or replace function acceptors.note_offer() returns trigger language plpgsql as $$
begin
  if (new.status, new.status_trigger) <> ('offered', 'offered') or new.status_at <> new.created_at
    or new.customer_id is not null then
    raise exception 'an order begins as an offer' using errcode = 'check_violation';
  end if;
  return new;
end $$;
