-- Closes a placement of the party whose person's session this is; returns whether that changed anything, null if it has no
-- such placement. Opening is the office's.
create or replace function marketplace.close_placement(session_token text, of_placement uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  person constant partners.people := partners.whose_session(session_token);
  was_open boolean;
begin
  perform platform.ask_read_committed();
  if person.side <> 'publisher' or person.role = 'finance' then
    raise exception 'a placement is closed by an owner or member of its publisher' using errcode = 'insufficient_privilege';
  end if;
  select is_open into was_open from marketplace.placements
  where placement_id = of_placement and publisher_id = person.party_id for update;
  if was_open then
    update marketplace.placements set is_open = false where placement_id = of_placement;
  end if;
  return was_open;
end
$$;
