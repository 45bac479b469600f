-- Sets a new password for the session's owner if the old one is proved; ends all their sessions. A wrong one counts
-- where the session was opened.
create or replace function partners.change_password(
  session_token text, old_proof bytea, new_key_sealed bytea, new_proof bytea, out outcome text, out locked_until timestamptz
) language plpgsql security definer set search_path = '' as $$
declare
  person constant partners.people := partners.whose_session(session_token);
  opened_from constant text := (
    select network from partners.sessions where token_hash = sha256(convert_to(session_token, 'UTF8')));
begin
  locked_until := partners.count_try(person.email, opened_from);
  if locked_until is not null then
    outcome := 'locked';
    return;
  end if;
  outcome := case when partners.is_password(person.person_id, old_proof) then 'right' else 'wrong' end;
  locked_until := partners.end_tries(person.email, opened_from, person, outcome);
  if outcome = 'right' then
    update partners.secrets set password_key_sealed = new_key_sealed, password_hash = sha256(new_proof)
    where person_id = person.person_id;
    perform audit.append_partner_act(
      session_token, 'partner.password_changed', 'partner_person', person.person_id::text, null, '{}');
    delete from partners.sessions where person_id = person.person_id;
  end if;
end
$$;
