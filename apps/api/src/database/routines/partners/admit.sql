-- Creates whoever two of the staff approve in this transaction; the checker's half of the activation code comes with the
-- approval. Answers `admitted`, `taken` if the address is, `unknown` if there is no such party, or `no_owner` if the party
-- would have people and no owner.
create or replace function partners.admit(approved uuid, second_code_hash text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  agreed constant jsonb := (
    select payload from operators.approved_here where proposal_id = approved and action = 'partner.invite');
  of_party constant uuid := (agreed ->> 'party_id')::uuid;
begin
  if agreed is null then
    raise exception 'nobody approved somebody of a partner by proposal %', approved using errcode = 'insufficient_privilege';
  end if;
  perform partners.lock_party(of_party);
  if not exists (
    select from marketplace.advertisers where advertiser_id = of_party and agreed ->> 'side' = 'advertiser'
    union all
    select from marketplace.publishers where publisher_id = of_party and agreed ->> 'side' = 'publisher'
  ) then
    return 'unknown';
  end if;
  if agreed ->> 'role' <> 'owner' and not exists (
    select from partners.people
    where party_id = of_party and role = 'owner' and removed_at is null
  ) then
    return 'no_owner';
  end if;
  return case when partners.keep_invitation(
    (agreed ->> 'person_id')::uuid, agreed ->> 'side', of_party, agreed ->> 'email', agreed ->> 'role', approved, null,
    array[agreed ->> 'first_code_hash', second_code_hash]) then 'admitted' else 'taken' end;
end
$$;
