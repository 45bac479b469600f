-- Opens a session for somebody who has proved who they are; deletes their ended
-- ones. Their networks are known from then on, the twenty used last.
create or replace function partners.open_session(
  person partners.people, session_token text, from_network text, on_device text, by_recovery boolean
) returns void language plpgsql set search_path = '' as $$
begin
  delete from partners.sessions as session
  where session.person_id = person.person_id and not (partners.is_live(session) and session.role = person.role);
  insert into partners.sessions (token_hash, person_id, role, network, device, opened_at, seen_at, proved_at)
  select sha256(convert_to(session_token, 'UTF8')), person.person_id, person.role, from_network, on_device, opened, opened,
    opened
  from clock_timestamp() as opened;
  insert into partners.known_networks as known (person_id, network, seen_at)
  values (person.person_id, from_network, clock_timestamp())
  on conflict (person_id, network) do update set seen_at = excluded.seen_at;
  delete from partners.known_networks where person_id = person.person_id and network in (
    select network from partners.known_networks where person_id = person.person_id order by seen_at desc offset 20
  );
  perform audit.append_partner_act(
    session_token, 'partner.signed_in', 'partner_person', person.person_id::text, null,
    jsonb_build_object('recovery_code', by_recovery));
end
$$;
