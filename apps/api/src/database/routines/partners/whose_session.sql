-- The owner of a live session, in whose name an act is recorded; refuses others.
create or replace function partners.whose_session(session_token text) returns partners.people language plpgsql
set search_path = '' as $$
declare
  person partners.people := partners.live_session(session_token);
begin
  if person.person_id is null then
    raise exception 'nobody of a partner is at work by this session'
      using errcode = 'insufficient_privilege', constraint = 'partner_session';
  end if;
  return person;
end
$$;
