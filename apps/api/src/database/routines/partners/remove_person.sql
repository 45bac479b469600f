-- Removes somebody of an owner's party for good, and ends their sessions. Answers `done`, `unknown` if nobody there is
-- it, or `last_owner` if the party would have no owner who can sign in.
create or replace function partners.remove_person(session_token text, removed uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  owner constant partners.people := partners.whose_owner_session(session_token);
  person partners.people;
begin
  perform partners.lock_party(owner.party_id);
  perform partners.whose_owner_session(session_token);
  select * into person from partners.people
  where person_id = removed and party_id = owner.party_id and removed_at is null;
  if not found then
    return 'unknown';
  end if;
  if person.role = 'owner' and not partners.keeps_owner(owner.party_id, removed) then
    return 'last_owner';
  end if;
  perform audit.append_partner_act(
    session_token, 'partner.removed', 'partner_person', removed::text, null, jsonb_build_object('role', person.role));
  update partners.people set removed_at = platform.now(), changed_at = platform.now() where person_id = removed;
  delete from partners.sessions where person_id = removed;
  perform partners.forget_tries(person);
  return 'done';
end
$$;
