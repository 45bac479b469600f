-- Opens a session for somebody who has proved who they are; deletes their ended ones.
create or replace function operators.open_session(person operators.staff, session_token text) returns void
language plpgsql set search_path = '' as $$
begin
  delete from operators.sessions as session
  where session.staff_id = person.staff_id and not (operators.is_live(session) and session.roles = person.roles);
  insert into operators.sessions (token_hash, staff_id, roles, opened_at, seen_at)
  select sha256(convert_to(session_token, 'UTF8')), person.staff_id, person.roles, opened, opened
  from clock_timestamp() as opened;
  perform audit.append_staff_act(
    session_token, 'staff.signed_in', 'staff', person.staff_id::text, null, null, '{}');
end
$$;
