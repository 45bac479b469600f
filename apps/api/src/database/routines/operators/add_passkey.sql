-- Gives the session's owner a passkey that was made for this session's question, within five minutes of a proof: `added`,
-- `wrong`, `too_many` of ten, or `stale`.
create or replace function operators.add_passkey(
  session_token text, challenge text, new_id uuid, credential bytea, called text, by_transports text[],
  new_key_sealed bytea, key_proof bytea, new_count bigint
) returns text language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff := operators.whose_session(session_token);
  asking constant uuid := operators.own_session_id(session_token, true);
begin
  perform platform.ask_read_committed();
  perform from operators.secrets where staff_id = person.staff_id for no key update;
  if asking is null then
    return 'stale';
  end if;
  if not operators.take_challenge(challenge, 'make', asking) or credential is null or key_proof is null then
    return 'wrong';
  end if;
  if (select count(*) from operators.passkeys where staff_id = person.staff_id) >= 10 then
    return 'too_many';
  end if;
  insert into operators.passkeys (
    passkey_id, staff_id, credential_id, name, transports, key_sealed, key_hash, sign_count, added_at)
  values (
    new_id, person.staff_id, credential, called, by_transports, new_key_sealed, sha256(key_proof), new_count,
    platform.now())
  on conflict on constraint passkeys_credential do nothing;
  if not found then
    return 'wrong';
  end if;
  perform audit.append_staff_act(
    session_token, 'staff.passkey_added', 'staff', person.staff_id::text, null, null, jsonb_build_object('name', called));
  return 'added';
end
$$;
