-- Creates the first two members of staff, both admins only, while there are none; false if there are some. A founder
-- is an object of texts, with bytes in hexadecimal.
create or replace function operators.found_staff(founders jsonb) returns boolean language plpgsql security definer
set search_path = '' as $$
declare
  made record;
begin
  if jsonb_array_length(founders) <> 2 or not platform.scope_is_system() then
    raise exception 'the staff has two founders' using errcode = 'check_violation';
  end if;
  if exists (select from operators.staff) then
    return false;
  end if;
  for made in
    select * from rows from (
      jsonb_to_recordset(founders) as (
        staff_id uuid, username text, display_name text, password_key_sealed text, password_proof text,
        factor_sealed text, factor_proof text, recovery_codes text[]
      )
    ) with ordinality as founder (
      staff_id, username, display_name, password_key_sealed, password_proof, factor_sealed, factor_proof, recovery_codes, place)
  loop
    insert into operators.staff (staff_id, username, display_name, roles, founder)
    values (made.staff_id, made.username, made.display_name, '{admin}', made.place);
    insert into operators.secrets (staff_id, password_key_sealed, password_hash, factor_sealed, factor_hash)
    values (
      made.staff_id, decode(made.password_key_sealed, 'hex'), sha256(decode(made.password_proof, 'hex')),
      decode(made.factor_sealed, 'hex'), sha256(decode(made.factor_proof, 'hex')));
    perform operators.set_recovery_codes(made.staff_id, made.recovery_codes);
    perform audit.append(
      'program', null, 'program', null,
      'staff.founded', 'staff', made.staff_id::text, null, null,
      null, null, null, jsonb_build_object('username', made.username, 'roles', array['admin']));
  end loop;
  return true;
exception when unique_violation then
  -- Somebody else did so at the same moment.
  return false;
end
$$;
