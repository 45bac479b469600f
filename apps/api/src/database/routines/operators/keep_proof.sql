-- Keeps that the owner of a session has proved again who they are.
create or replace function operators.keep_proof(person operators.staff, session_token text) returns void language plpgsql
set search_path = '' as $$
begin
  update operators.sessions set proved_at = clock_timestamp()
  where token_hash = sha256(convert_to(session_token, 'UTF8'));
  perform audit.append_staff_act(
    session_token, 'staff.proved', 'staff', person.staff_id::text, null, null, '{}');
end
$$;
