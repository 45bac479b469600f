-- Everybody's sign-in state, without credentials.
create or replace function operators.sign_in_states(
  out staff_id uuid, out activated boolean, out second_factor boolean, out locked_until timestamptz
) returns setof record language sql security definer set search_path = '' as $$
  select secrets.staff_id, secrets.password_hash is not null, secrets.factor_hash is not null, secrets.locked_until
  from operators.secrets as secrets
  where platform.scope_is_system()
$$;
