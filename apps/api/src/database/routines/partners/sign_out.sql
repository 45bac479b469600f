-- Ends a session; does nothing if it has ended already.
create or replace function partners.sign_out(session_token text) returns void language plpgsql security definer
set search_path = '' as $$
declare
  person constant partners.people := partners.live_session(session_token);
begin
  if person.person_id is null then
    return;
  end if;
  perform audit.append_partner_act(
    session_token, 'partner.signed_out', 'partner_person', person.person_id::text, null, '{}');
  delete from partners.sessions where token_hash = sha256(convert_to(session_token, 'UTF8'));
end
$$;
