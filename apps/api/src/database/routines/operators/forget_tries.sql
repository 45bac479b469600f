-- Forgets the failures under a name and where and with what its owner signed in, because what they prove themselves with is new.
create or replace function operators.forget_tries(person operators.staff) returns void language sql
set search_path = '' as $$
  delete from operators.tries where key_hash = sha256(convert_to(person.username, 'UTF8'));
  delete from operators.known_networks where staff_id = person.staff_id;
  delete from operators.known_devices where staff_id = person.staff_id
$$;
