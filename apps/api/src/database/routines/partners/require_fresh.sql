-- Refuses a session whose owner did not prove themselves in the last five minutes.
create or replace function partners.require_fresh(session_token text) returns void language plpgsql stable
set search_path = '' as $$
begin
  if not exists (
    select from partners.sessions
    where token_hash = sha256(convert_to(session_token, 'UTF8')) and proved_at > clock_timestamp() - interval '5 minutes'
  ) then
    raise exception 'this session was not proved in the last five minutes'
      using errcode = 'insufficient_privilege', constraint = 'partner_proof';
  end if;
end
$$;
