-- As `partners.whose_session`, of somebody who proved themselves in the last five minutes.
create or replace function partners.whose_proved_session(session_token text) returns partners.people language plpgsql
set search_path = '' as $$
declare
  person constant partners.people := partners.whose_session(session_token);
begin
  if not exists (
    select from partners.sessions
    where token_hash = sha256(convert_to(session_token, 'UTF8')) and proved_at > clock_timestamp() - interval '5 minutes'
  ) then
    raise exception 'this session was not proved in the last five minutes'
      using errcode = 'insufficient_privilege', constraint = 'partner_proof';
  end if;
  return person;
end
$$;
