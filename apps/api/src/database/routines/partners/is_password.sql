-- Whether this is the proof of somebody's password.
create or replace function partners.is_password(whose uuid, password_proof bytea) returns boolean language sql stable
set search_path = '' as $$
  select exists (
    select from partners.secrets where person_id = whose and password_hash = sha256(password_proof)
  )
$$;
