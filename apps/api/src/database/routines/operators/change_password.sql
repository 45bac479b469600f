-- Sets a new password for the session's owner if the old one is proved; ends all their sessions. A wrong one counts
-- where the session was opened.
create or replace function operators.change_password(
  session_token text, old_proof bytea, new_key_sealed bytea, new_proof bytea, out outcome text, out locked_until timestamptz
) language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff := operators.whose_session(session_token);
  opened_from constant text := (
    select network from operators.sessions where token_hash = sha256(convert_to(session_token, 'UTF8')));
begin
  locked_until := operators.count_try(person.username, opened_from);
  if locked_until is not null then
    outcome := 'locked';
    return;
  end if;
  outcome := case when operators.is_password(person.staff_id, old_proof) then 'right' else 'wrong' end;
  locked_until := operators.end_tries(person.username, opened_from, person, outcome, opened_from);
  if outcome = 'right' then
    update operators.secrets set password_key_sealed = new_key_sealed, password_hash = sha256(new_proof)
    where staff_id = person.staff_id;
    perform audit.append_staff_act(
      session_token, 'staff.password_changed', 'staff', person.staff_id::text, null, null, '{}');
    delete from operators.sessions where staff_id = person.staff_id;
  end if;
end
$$;
