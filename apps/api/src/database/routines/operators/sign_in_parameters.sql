-- What the program needs to compute a person's proofs: sealed values, but no hashes to check guesses against. With
-- the wall clock, because authenticator apps ignore sandbox time.
create or replace function operators.sign_in_parameters(
  name text, out staff_id uuid, out password_key_sealed bytea, out factor_sealed bytea, out factor_last_step bigint,
  out wall_time timestamptz, out needs_factor boolean
) returns setof record language sql security definer set search_path = '' as $$
  select staff.staff_id, secrets.password_key_sealed, secrets.factor_sealed, secrets.factor_last_step, clock_timestamp(),
    secrets.needs_factor
  from operators.staff as staff join operators.secrets as secrets using (staff_id)
  where staff.username = name and platform.scope_is_system()
$$;
