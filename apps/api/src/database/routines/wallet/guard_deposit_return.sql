-- A return is ordered, sent and confirmed, in this order; what goes back, and where to, never changes.
create or replace function wallet.guard_deposit_return() returns trigger language plpgsql as $$
declare
  moving constant text[] := array['status', 'sent_at', 'sent_by_proposal', 'confirmed_at', 'paid_line_id'];
begin
  if (old.status, new.status) not in (('ordered', 'sent'), ('sent', 'confirmed'))
    or (to_jsonb(new) - moving) is distinct from (to_jsonb(old) - moving)
    or old.sent_at is not null
      and (new.sent_at, new.sent_by_proposal) is distinct from (old.sent_at, old.sent_by_proposal) then
    raise exception 'return % cannot go from % to %', old.number, old.status, new.status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
