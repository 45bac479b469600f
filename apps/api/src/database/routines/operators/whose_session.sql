-- The owner of a live session, in whose name an act is recorded; refuses others.
create or replace function operators.whose_session(session_token text) returns operators.staff language plpgsql
set search_path = '' as $$
declare
  person operators.staff := operators.live_session(session_token);
begin
  if person.staff_id is null then
    raise exception 'nobody on the staff is at work by this session' 
      using errcode = 'insufficient_privilege', constraint = 'staff_session';
  end if;
  return person;
end
$$;
