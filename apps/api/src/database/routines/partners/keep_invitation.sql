-- Creates somebody with the hashes of both halves of their activation code, good for a week; false if the address is taken.
-- Whoever never set a password holds it no longer than their code is good, and not against two of the staff, who made sure
-- whose it is: an owner could otherwise keep anybody's address from all others for good.
create or replace function partners.keep_invitation(
  new_id uuid, of_side text, of_party uuid, address text, new_role text, by_proposal uuid, by_person uuid, codes text[]
) returns boolean language plpgsql set search_path = '' as $$
declare
  lapsed record;
begin
  for lapsed in
    update partners.people as held set removed_at = platform.now(), changed_at = platform.now()
    from partners.secrets
    where secrets.person_id = held.person_id and held.email = address and held.removed_at is null
      and secrets.password_key_sealed is null
      and (secrets.activation_ends_at <= platform.now() or by_proposal is not null and held.party_id <> of_party)
    returning held.person_id, held.party_id
  loop
    perform audit.append(
      'program', null, 'program', '', 'partner.invitation_lapsed', 'partner_person', lapsed.person_id::text, null,
      'The address was invited anew', null, null, null, jsonb_build_object('party_id', lapsed.party_id));
  end loop;
  insert into partners.people (person_id, side, party_id, email, role, proposal_id, invited_by)
  values (new_id, of_side, of_party, address, new_role, by_proposal, by_person)
  on conflict (email) where removed_at is null do nothing;
  if not found then
    return false;
  end if;
  insert into partners.secrets (person_id, activation_hashes, activation_ends_at)
  values (new_id, codes, platform.now() + interval '168 hours');
  return true;
end
$$;
