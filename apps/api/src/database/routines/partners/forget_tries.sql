-- Forgets the failures under an address and where its owner signed in, because what they prove themselves with is new.
create or replace function partners.forget_tries(person partners.people) returns void language sql
set search_path = '' as $$
  delete from operators.tries where key_hash = partners.tries_key(person.email);
  delete from partners.known_networks where person_id = person.person_id;
$$;
