-- The id of a session that was proved within the last five minutes, or however long ago; null for any other token.
create or replace function operators.own_session_id(session_token text, is_fresh boolean) returns uuid language sql stable
set search_path = '' as $$
  select session_id from operators.sessions
  where token_hash = sha256(convert_to(session_token, 'UTF8'))
    and (not is_fresh or proved_at > clock_timestamp() - interval '5 minutes')
$$;
