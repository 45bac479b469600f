-- What the program needs to compute a person's proofs: sealed values, but no hashes to check guesses against.
create or replace function partners.sign_in_parameters(
  address text, out person_id uuid, out password_key_sealed bytea, out factor_sealed bytea, out factor_last_step bigint,
  out wall_time timestamptz, out needs_factor boolean
) returns setof record language sql security definer set search_path = '' as $$
  select person.person_id, secrets.password_key_sealed, secrets.factor_sealed, secrets.factor_last_step, clock_timestamp(),
    secrets.needs_factor
  from partners.people as person join partners.secrets as secrets using (person_id)
  where person.email = address and person.removed_at is null and platform.scope_is_system()
$$;
