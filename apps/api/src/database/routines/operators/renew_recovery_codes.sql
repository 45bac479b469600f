-- Gives the session's owner eight new recovery codes in the place of those before, within five minutes of a proof; false
-- without one.
create or replace function operators.renew_recovery_codes(session_token text, codes text[]) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff := operators.whose_session(session_token);
begin
  perform platform.ask_read_committed();
  perform from operators.secrets where staff_id = person.staff_id for no key update;
  if operators.own_session_id(session_token, true) is null then
    return false;
  end if;
  perform operators.set_recovery_codes(person.staff_id, codes);
  perform audit.append_staff_act(
    session_token, 'staff.recovery_codes_renewed', 'staff', person.staff_id::text, null, null, '{}');
  return true;
end
$$;
