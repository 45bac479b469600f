-- Ends one session of a session's owner, or all but the one that asks; answers how many.
create or replace function partners.end_own_sessions(session_token text, ended uuid) returns integer language plpgsql
security definer set search_path = '' as $$
declare
  person constant partners.people := partners.whose_session(session_token);
  asking constant bytea := sha256(convert_to(session_token, 'UTF8'));
  tokens bytea[];
begin
  perform platform.ask_read_committed();
  tokens := array(
    select token_hash from partners.sessions
    where person_id = person.person_id and (session_id = ended or (ended is null and token_hash <> asking))
    order by token_hash for update);
  if cardinality(tokens) > 0 then
    perform audit.append_partner_act(
      session_token, 'partner.sessions_ended', 'partner_person', person.person_id::text, null,
      jsonb_build_object('sessions', cardinality(tokens)));
    delete from partners.sessions where token_hash = any (tokens);
  end if;
  return cardinality(tokens);
end
$$;
