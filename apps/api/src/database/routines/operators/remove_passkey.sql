-- Takes a passkey of the session's owner away: `removed`, `unknown`, or `last` where nothing but the password would be left
-- on a live ledger.
create or replace function operators.remove_passkey(session_token text, removed uuid) returns text language plpgsql
security definer set search_path = '' as $$
declare
  person operators.staff := operators.whose_session(session_token);
  gone operators.passkeys;
begin
  perform platform.ask_read_committed();
  perform from operators.secrets where staff_id = person.staff_id for no key update;
  select * into gone from operators.passkeys where passkey_id = removed and staff_id = person.staff_id for update;
  if not found then
    return 'unknown';
  end if;
  if operators.factor_count(person.staff_id) = 1 and exists (select from platform.environment where mode = 'live') then
    return 'last';
  end if;
  delete from operators.passkeys where passkey_id = removed;
  perform audit.append_staff_act(
    session_token, 'staff.passkey_removed', 'staff', person.staff_id::text, null, null,
    jsonb_build_object('name', gone.name));
  return 'removed';
end
$$;
