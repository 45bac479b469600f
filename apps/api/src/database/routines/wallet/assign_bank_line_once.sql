-- A line is assigned once; nothing else in it changes, except that it is withdrawn. While the bank contradicts its
-- statement it becomes nothing, and so nothing is booked from it.
create or replace function wallet.assign_bank_line_once() returns trigger language plpgsql security definer
set search_path = '' as $$
declare
  assigned constant text[] := array['assigned_kind', 'assigned_id', 'assigned_at'];
begin
  if old.is_withdrawn or (old.assigned_kind is not null and not new.is_withdrawn)
    or (old.assigned_kind is not null and (new.assigned_kind, new.assigned_id, new.assigned_at)
      is distinct from (old.assigned_kind, old.assigned_id, old.assigned_at))
    or (to_jsonb(new) - assigned - 'is_withdrawn') is distinct from (to_jsonb(old) - assigned - 'is_withdrawn') then
    raise exception 'a bank line is assigned once and otherwise never changed' using errcode = 'insufficient_privilege';
  end if;
  if not new.is_withdrawn and new.assigned_kind is not null and wallet.is_contradicted(new.statement_id) then
    raise exception 'the bank contradicts the statement of line %', new.bank_reference
      using errcode = 'check_violation', constraint = 'statement_contradicted',
        hint = 'Two people withdraw the statement first.';
  end if;
  return new;
end $$;
