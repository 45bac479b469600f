-- Files an appeal of the publisher whose person's session this is; returns whether it has none yet against the same verdict and
-- rule.
create or replace function delivery.file_appeal(
  session_token text, new_appeal uuid, of_verdict uuid, by_rule text, for_grounds text
) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  person constant partners.people := partners.whose_session(session_token);
begin
  if person.side <> 'publisher' or person.role = 'finance' then
    raise exception 'an appeal is filed by an owner or member of the publisher' using errcode = 'insufficient_privilege';
  end if;
  insert into delivery.appeals (appeal_id, verdict_id, rule, publisher_id, filed_by_person, grounds)
  values (new_appeal, of_verdict, by_rule, person.party_id, person.person_id, for_grounds)
  on conflict do nothing;
  return found;
end
$$;
