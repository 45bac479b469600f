-- Opens a session for somebody whose passkey answers a question that was asked for it: `right`, `wrong`, `counter_back`. As
-- `sign_in` otherwise, but that nothing is counted and nobody locked.
create or replace function operators.sign_in_by_passkey(
  challenge text, credential bytea, key_proof bytea, new_count bigint, session_token text, network text, device text,
  browser text, new_browser text, out outcome text, out browser_token text
) language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff;
begin
  perform platform.ask_read_committed();
  select staff.* into person
  from operators.staff as staff join operators.passkeys as passkey using (staff_id)
  where passkey.credential_id = credential and staff.disabled_at is null and platform.scope_is_system();
  outcome := case
    when operators.take_challenge(challenge, 'sign_in', null)
      then operators.judge_passkey(person.staff_id, credential, key_proof, new_count)
    else 'wrong'
  end;
  if outcome = 'right' then
    browser_token := operators.open_session(person, session_token, network, device, browser, new_browser);
  else
    perform operators.refuse_passkey(person, network, outcome);
  end if;
end
$$;
