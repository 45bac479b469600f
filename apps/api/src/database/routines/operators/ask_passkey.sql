-- Keeps a question for a passkey, for five minutes: by nobody yet to sign in, else by a session's owner.
create or replace function operators.ask_passkey(challenge text, asked_for text, session_token text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform platform.ask_read_committed();
  if asked_for <> 'sign_in' then
    perform operators.whose_session(session_token);
  end if;
  delete from operators.challenges where challenge_hash in (
    select challenge_hash from operators.challenges where expires_at <= clock_timestamp() limit 100
    for update skip locked
  );
  insert into operators.challenges (challenge_hash, purpose, session_id, expires_at)
  values (
    sha256(convert_to(challenge, 'UTF8')), asked_for,
    case when asked_for <> 'sign_in' then operators.own_session_id(session_token, false) end,
    clock_timestamp() + interval '5 minutes');
end
$$;
