-- Shuts somebody out at once, by one of the staff; their sessions end. Answers whether they were not.
create or replace function partners.shut_out(staff_token text, shut uuid, reason text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  staff constant operators.staff := operators.whose_session(staff_token);
  person partners.people;
begin
  perform platform.ask_read_committed();
  if not staff.roles @> '{risk}' then
    raise exception '% shuts nobody out', staff.username using errcode = 'insufficient_privilege';
  end if;
  update partners.people set shut_out_at = platform.now(), changed_at = platform.now()
  where person_id = shut and shut_out_at is null and removed_at is null
  returning * into person;
  if not found then
    return false;
  end if;
  delete from partners.sessions where person_id = shut;
  perform audit.append_staff_act(
    staff_token, 'partner.shut_out', 'partner_person', shut::text, null, reason,
    jsonb_build_object('party_id', person.party_id));
  return true;
end
$$;
