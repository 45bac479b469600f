-- Ends one session of a session's owner, or all but the one that asks; answers how many.
create or replace function operators.end_own_sessions(session_token text, ended uuid) returns integer language plpgsql
security definer set search_path = '' as $$
declare
  person operators.staff := operators.whose_session(session_token);
  asking constant bytea := sha256(convert_to(session_token, 'UTF8'));
  tokens bytea[];
begin
  perform platform.ask_read_committed();
  tokens := array(
    select token_hash from operators.sessions
    where staff_id = person.staff_id and (session_id = ended or (ended is null and token_hash <> asking))
    order by token_hash for update);
  if cardinality(tokens) > 0 then
    perform audit.append_staff_act(
      session_token, 'staff.sessions_ended', 'staff', person.staff_id::text, null, null,
      jsonb_build_object('sessions', cardinality(tokens)));
    delete from operators.sessions where token_hash = any (tokens);
  end if;
  return cardinality(tokens);
end
$$;
