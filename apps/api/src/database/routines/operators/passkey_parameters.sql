-- What the program needs to check a passkey's signature: the sealed key, whose it is, and no hash to check guesses against.
create or replace function operators.passkey_parameters(
  credential bytea, out staff_id uuid, out username text, out key_sealed bytea
) returns setof record language sql security definer set search_path = '' as $$
  select passkey.staff_id, staff.username, passkey.key_sealed
  from operators.passkeys as passkey join operators.staff as staff using (staff_id)
  where passkey.credential_id = credential and staff.disabled_at is null and platform.scope_is_system()
$$;
