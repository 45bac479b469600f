-- Judges a passkey's answer and keeps its device's count: `right`; `wrong`, without the proof that the program opened the
-- key and found the signature good; `counter_back`, from a device that counted less than before, as a copy does (WebAuthn
-- §6.1.1). Answers one after another.
create or replace function operators.judge_passkey(
  whose uuid, credential bytea, key_proof bytea, new_count bigint
) returns text language plpgsql set search_path = '' as $$
declare
  passkey operators.passkeys;
begin
  perform platform.ask_read_committed();
  select * into passkey from operators.passkeys
  where credential_id = credential and staff_id = whose for no key update;
  if not found or key_proof is null or passkey.key_hash <> sha256(key_proof) or new_count is null then
    return 'wrong';
  end if;
  if (new_count > 0 or passkey.sign_count > 0) and new_count <= passkey.sign_count then
    return 'counter_back';
  end if;
  update operators.passkeys set sign_count = new_count, last_used_at = platform.now()
  where passkey_id = passkey.passkey_id;
  return 'right';
end
$$;
