-- Puts what the party whose person's session this is wants on none of its placements in force, in place of what it said before.
create or replace function marketplace.set_blocks(
  session_token text, new_block uuid, of_categories text[], of_domains text[]
) returns void language plpgsql security definer set search_path = '' as $$
declare
  person constant partners.people := partners.whose_session(session_token);
begin
  if person.side <> 'publisher' or person.role = 'finance' then
    raise exception 'what is blocked an owner or member of the publisher says' using errcode = 'insufficient_privilege';
  end if;
  insert into marketplace.publisher_blocks (block_id, blocked_by_person, publisher_id, categories, advertiser_domains)
  values (new_block, person.person_id, person.party_id, of_categories, of_domains);
end
$$;
