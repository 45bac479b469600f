-- The only ways a payout moves: sent, then confirmed or come back. Who is paid what never changes, nor the line that
-- confirmed it.
create or replace function payouts.guard_payout() returns trigger language plpgsql as $$
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
  return new;
end $$;
