-- A payout is sent, then confirmed or returned, by a bank line of its amount that is assigned to it. Recipient and
-- amount never change, nor the line that confirmed it.
create or replace function payouts.guard_payout() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  moving constant text[] :=
    array['status', 'line_id', 'confirmed_at', 'return_line_id', 'return_reason', 'returned_at'];
begin
  if (old.status, new.status) not in (('sent', 'confirmed'), ('sent', 'returned'), ('confirmed', 'returned'))
    or (to_jsonb(new) - moving) is distinct from (to_jsonb(old) - moving)
    or old.line_id is not null and new.line_id is distinct from old.line_id then
    raise exception 'payout % cannot go from % to %', old.number, old.status, new.status
      using errcode = 'check_violation';
  end if;
  if not platform.acts_as_owner() and exists (
    select from (values (new.line_id, -new.amount_micros), (new.return_line_id, new.amount_micros)) as named (line_id, micros)
    left join wallet.bank_lines line on line.line_id = named.line_id
      and (assigned_kind, assigned_id, amount_micros) = ('payout', new.payout_id, micros)
    where named.line_id is not null and line.line_id is null
  ) then
    raise exception 'payout % goes to % by a bank line of its own and of its amount', old.number, new.status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
