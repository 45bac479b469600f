-- Opens a session for somebody who has proved who they are; deletes their ended ones. Their networks are known from
-- then on, the twenty used last, and so are their browsers; answers the browser's token.
create or replace function operators.open_session(
  person operators.staff, session_token text, from_network text, on_device text, browser text, new_browser text
) returns text language plpgsql set search_path = '' as $$
begin
  delete from operators.sessions as session
  where session.staff_id = person.staff_id and not (operators.is_live(session) and session.roles = person.roles);
  insert into operators.sessions (token_hash, staff_id, roles, network, device, opened_at, seen_at, proved_at)
  select sha256(convert_to(session_token, 'UTF8')), person.staff_id, person.roles, from_network, on_device, opened, opened,
    opened
  from clock_timestamp() as opened;
  insert into operators.known_networks as known (staff_id, network, seen_at)
  values (person.staff_id, from_network, clock_timestamp())
  on conflict (staff_id, network) do update set seen_at = excluded.seen_at;
  delete from operators.known_networks where staff_id = person.staff_id and network in (
    select network from operators.known_networks where staff_id = person.staff_id order by seen_at desc offset 20
  );
  perform audit.append_staff_act(
    session_token, 'staff.signed_in', 'staff', person.staff_id::text, null, null, '{}');
  return operators.keep_browser(person, browser, new_browser);
end
$$;
