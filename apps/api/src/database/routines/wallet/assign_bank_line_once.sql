-- A line is assigned once; nothing else in it changes, except that it is withdrawn.
create or replace function wallet.assign_bank_line_once() returns trigger language plpgsql set search_path = '' as $$
declare
  assigned constant text[] := array['assigned_kind', 'assigned_id', 'assigned_at'];
begin
  if old.is_withdrawn or (old.assigned_kind is not null and not new.is_withdrawn)
    or (old.assigned_kind is not null and (new.assigned_kind, new.assigned_id, new.assigned_at)
      is distinct from (old.assigned_kind, old.assigned_id, old.assigned_at))
    or (to_jsonb(new) - assigned - 'is_withdrawn') is distinct from (to_jsonb(old) - assigned - 'is_withdrawn') then
    raise exception 'a bank line is assigned once and otherwise never changed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
