-- Ends a session; does nothing if it has ended already.
create or replace function operators.sign_out(session_token text) returns void language plpgsql security definer
set search_path = '' as $$
declare
  person operators.staff := operators.live_session(session_token);
begin
  if person.staff_id is null then
    return;
  end if;
  perform audit.append_staff_act(
    session_token, 'staff.signed_out', 'staff', person.staff_id::text, null, null, '{}');
  delete from operators.sessions where token_hash = sha256(convert_to(session_token, 'UTF8'));
end
$$;
