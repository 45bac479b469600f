-- Proves again who is at work by a session, by a passkey of theirs that answers this session's question; answers as
-- `sign_in_by_passkey` does.
create or replace function operators.prove_by_passkey(
  session_token text, challenge text, credential bytea, key_proof bytea, new_count bigint, network text
) returns text language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff := operators.whose_session(session_token);
  outcome text;
begin
  perform platform.ask_read_committed();
  outcome := case
    when operators.take_challenge(challenge, 'proof', operators.own_session_id(session_token, false))
      then operators.judge_passkey(person.staff_id, credential, key_proof, new_count)
    else 'wrong'
  end;
  if outcome = 'right' then
    perform operators.keep_proof(person, session_token);
  else
    perform operators.refuse_passkey(person, network, outcome);
  end if;
  return outcome;
end
$$;
