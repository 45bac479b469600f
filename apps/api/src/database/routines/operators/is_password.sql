-- Whether this is the proof of somebody's password.
create or replace function operators.is_password(whose uuid, password_proof bytea) returns boolean language sql stable
set search_path = '' as $$
  select exists (
    select from operators.secrets where staff_id = whose and password_hash = sha256(password_proof)
  )
$$;
