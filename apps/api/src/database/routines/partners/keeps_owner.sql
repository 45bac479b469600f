-- Whether a party without this person, or with them in another role, has an owner who can sign in.
create or replace function partners.keeps_owner(of_party uuid, without uuid) returns boolean language sql stable
set search_path = '' as $$
  select exists (
    select from partners.people as person join partners.secrets using (person_id)
    where person.party_id = of_party and person.person_id <> without and person.role = 'owner'
      and partners.may_sign_in(person) and password_hash is not null)
$$;
