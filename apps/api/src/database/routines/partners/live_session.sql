-- A token's owner, with their role as it is; null if it is unknown or has ended, if its owner was removed, shut out or
-- given another role, or if this transaction reads for another party. Using a session extends it.
create or replace function partners.live_session(session_token text) returns partners.people language plpgsql
set search_path = '' as $$
declare
  asked constant bytea := sha256(convert_to(session_token, 'UTF8'));
  person partners.people;
begin
  perform platform.ask_read_committed();
  select people.* into person
  from partners.sessions as session join partners.people as people using (person_id)
  where session.token_hash = asked and partners.is_live(session) and session.role = people.role
    and partners.may_sign_in(people)
    and (platform.scope_is_system() or people.party_id = platform.scope_party_id());
  if found then
    update partners.sessions set seen_at = clock_timestamp()
    where token_hash = (
      select token_hash from partners.sessions
      where token_hash = asked and seen_at < clock_timestamp() - interval '1 minute'
      for no key update skip locked
    );
  end if;
  return person;
end
$$;
