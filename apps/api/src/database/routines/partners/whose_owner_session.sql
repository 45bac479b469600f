-- As `partners.whose_session`, of an owner who proved themselves in the last five minutes: they alone have people come and go.
create or replace function partners.whose_owner_session(session_token text) returns partners.people language plpgsql
set search_path = '' as $$
declare
  person constant partners.people := partners.whose_session(session_token);
begin
  if person.role <> 'owner' then
    raise exception 'only an owner has people of % come and go', person.party_id using errcode = 'insufficient_privilege';
  end if;
  perform partners.require_fresh(session_token);
  return person;
end
$$;
