-- Sets somebody's first credentials, once, with both halves of their activation code; false if one is wrong. The
-- codes prove who they are, as a session does later.
create or replace function operators.activate_staff(
  name text, first_code text, second_code text, new_key_sealed bytea, new_proof bytea, new_factor_sealed bytea,
  new_factor_proof bytea
) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff;
begin
  select * into person from operators.staff as staff
  where staff.username = name and staff.disabled_at is null and platform.scope_is_system();
  update operators.secrets set
    password_key_sealed = new_key_sealed, password_hash = sha256(new_proof), activation_hashes = null,
    factor_sealed = new_factor_sealed, factor_hash = sha256(new_factor_proof), needs_factor = false
  where staff_id = person.staff_id and (new_factor_proof is not null or not needs_factor) and activation_hashes = array[
    encode(sha256(convert_to(first_code, 'UTF8')), 'hex'), encode(sha256(convert_to(second_code, 'UTF8')), 'hex')];
  if not found then
    return false;
  end if;
  perform audit.append(
    'staff', person.staff_id, person.username, array_to_string(person.roles, ', '), 'staff.activated', 'staff',
    person.staff_id::text, null, null, null, null, null, '{}');
  return true;
end
$$;
