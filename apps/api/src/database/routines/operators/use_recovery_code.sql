-- Uses one of somebody's recovery codes up; false if it is none. What it stood for is in the audit log.
create or replace function operators.use_recovery_code(person operators.staff, code text) returns boolean language plpgsql
set search_path = '' as $$
begin
  delete from operators.recovery_codes
  where staff_id = person.staff_id and code_hash = sha256(convert_to(person.staff_id || ' ' || code, 'UTF8'));
  if not found then
    return false;
  end if;
  perform audit.append(
    'staff', person.staff_id, person.username, array_to_string(person.roles, ', '), 'staff.recovery_code_used', 'staff',
    person.staff_id::text, null, null, null, null, null,
    jsonb_build_object('left', (select count(*) from operators.recovery_codes where staff_id = person.staff_id)));
  return true;
end
$$;
