-- Appends an act of staff in the name of the session's owner; nobody can choose another name.
create or replace function audit.append_staff_act(
  session_token text, action text, subject_kind text, subject_id text, customer_id uuid, reason text, details jsonb
) returns void language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff := operators.whose_session(session_token);
begin
  perform audit.append(
    'staff', person.staff_id, person.username, array_to_string(person.roles, ', '), action, subject_kind, subject_id,
    customer_id, reason, null, null, null, details);
end
$$;
