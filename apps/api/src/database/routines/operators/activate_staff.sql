-- Sets somebody's first credentials, once, with both halves of their activation code. Answers `activated`, `same` if
-- it is the password before, of which `former_proof` is made too, or `wrong` if a code is. The codes prove who they
-- are, as a session does later. Whoever had lost a second factor checks no money for a day.
create or replace function operators.activate_staff(
  name text, first_code text, second_code text, new_key_sealed bytea, new_proof bytea, new_factor_sealed bytea,
  new_factor_proof bytea, recovery_codes text[], former_proof bytea
) returns text language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff;
  codes constant text[] := array[
    encode(sha256(convert_to(first_code, 'UTF8')), 'hex'), encode(sha256(convert_to(second_code, 'UTF8')), 'hex')];
begin
  select * into person from operators.staff as staff
  where staff.username = name and staff.disabled_at is null and platform.scope_is_system();
  if exists (
    select from operators.secrets
    where staff_id = person.staff_id and activation_hashes = codes and former_hash = sha256(former_proof)
  ) then
    return 'same';
  end if;
  update operators.secrets set
    password_key_sealed = new_key_sealed, password_hash = sha256(new_proof), former_hash = null, activation_hashes = null,
    factor_sealed = new_factor_sealed, factor_hash = sha256(new_factor_proof), checks_money_from = case when needs_factor then platform.now() + interval '24 hours' end,
    needs_factor = false
  where staff_id = person.staff_id and (new_factor_proof is not null or not needs_factor) and activation_hashes = codes
    and (former_hash is null or former_hash <> sha256(former_proof));
  if not found then
    return 'wrong';
  end if;
  perform operators.set_recovery_codes(person.staff_id, recovery_codes);
  perform audit.append(
    'staff', person.staff_id, person.username, array_to_string(person.roles, ', '), 'staff.activated', 'staff',
    person.staff_id::text, null, null, null, null, null, '{}');
  return 'activated';
end
$$;
