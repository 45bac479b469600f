-- Appends what somebody did about their own access before they have a session: their codes have proved who they are.
create or replace function partners.append_own_act(person partners.people, action text) returns void language sql
set search_path = '' as $$
  select audit.append(
    'partner', person.person_id, person.side || ' ' || person.party_id, person.role, action, 'partner_person',
    person.person_id::text, null, null, null, null, null, '{}')
$$;
