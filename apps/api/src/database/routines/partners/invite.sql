-- Creates somebody whom an owner invites to their own party; false if the address is taken.
create or replace function partners.invite(
  session_token text, new_id uuid, address text, new_role text, first_code_hash text, second_code_hash text
) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  owner constant partners.people := partners.whose_owner_session(session_token);
begin
  return partners.keep_invitation(
    new_id, owner.side, owner.party_id, address, new_role, null, owner.person_id,
    array[first_code_hash, second_code_hash]);
end
$$;
