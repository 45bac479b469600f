-- The sign-in state of people in scope, without credentials.
create or replace function partners.sign_in_states(out person_id uuid, out activated boolean, out second_factor boolean)
returns setof record language sql stable security definer set search_path = '' as $$
  select person.person_id, secrets.password_hash is not null, secrets.factor_hash is not null
  from partners.people as person join partners.secrets as secrets using (person_id)
  where platform.scope_is_system() or person.party_id = platform.scope_party_id()
$$;
