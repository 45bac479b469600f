-- Everybody's sign-in state, without credentials; `locked_until`: on the network that stays locked longest.
create or replace function operators.sign_in_states(
  out staff_id uuid, out activated boolean, out second_factor boolean, out locked_until timestamptz
) returns setof record language sql security definer set search_path = '' as $$
  select secrets.staff_id, secrets.password_hash is not null, operators.factor_count(secrets.staff_id) > 0, (
    select max(tries.locked_until) from operators.tries as tries
    where tries.key_hash = sha256(convert_to(person.username, 'UTF8')))
  from operators.secrets as secrets join operators.staff as person using (staff_id)
  where platform.scope_is_system()
$$;
