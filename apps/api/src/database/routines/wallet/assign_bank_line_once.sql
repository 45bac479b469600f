-- What a line turned out to be is said once; everything else on it is the bank's.
create or replace function wallet.assign_bank_line_once() returns trigger language plpgsql as $$
begin
  if old.assigned_kind is not null
    or (to_jsonb(new) - array['assigned_kind', 'assigned_id', 'assigned_at'])
      is distinct from (to_jsonb(old) - array['assigned_kind', 'assigned_id', 'assigned_at']) then
    raise exception 'a bank line is assigned once and otherwise never changed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
