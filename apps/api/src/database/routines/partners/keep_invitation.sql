-- Creates somebody with the hashes of both halves of their activation code, good for a week; false if the address is taken.
create or replace function partners.keep_invitation(
  new_id uuid, of_side text, of_party uuid, address text, new_role text, by_proposal uuid, by_person uuid, codes text[]
) returns boolean language plpgsql set search_path = '' as $$
begin
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
