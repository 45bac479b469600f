-- Appends an act of a partner's in the name of the session's owner, with their party and role; nobody can choose another.
create or replace function audit.append_partner_act(
  session_token text, action text, subject_kind text, subject_id text, reason text, details jsonb
) returns void language plpgsql security definer set search_path = '' as $$
declare
  person constant partners.people := partners.whose_session(session_token);
begin
  perform audit.append(
    'partner', person.person_id, person.side || ' ' || person.party_id, person.role, action, subject_kind, subject_id,
    null, reason, null, null, null, details);
end
$$;
