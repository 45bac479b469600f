-- Gives somebody of an owner's party another role, and ends their sessions. Answers `done`, `unknown` if nobody there
-- is it, `same`, or `last_owner` if the party would have no owner who can sign in.
create or replace function partners.change_role(session_token text, changed uuid, new_role text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  owner constant partners.people := partners.whose_owner_session(session_token);
  person partners.people;
begin
  perform partners.lock_party(owner.party_id);
  -- Of two owners who take each other's role at once, the second is none any more.
  perform partners.whose_owner_session(session_token);
  select * into person from partners.people
  where person_id = changed and party_id = owner.party_id and removed_at is null;
  if not found then
    return 'unknown';
  end if;
  if person.role = new_role then
    return 'same';
  end if;
  if person.role = 'owner' and not partners.keeps_owner(owner.party_id, changed) then
    return 'last_owner';
  end if;
  perform audit.append_partner_act(
    session_token, 'partner.role_changed', 'partner_person', changed::text, null,
    jsonb_build_object('before', person.role, 'after', new_role));
  update partners.people set role = new_role, changed_at = platform.now() where person_id = changed;
  delete from partners.sessions where person_id = changed;
  return 'done';
end
$$;
