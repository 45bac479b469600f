-- Removes the credentials of somebody who lost their second factor, or whose activation code has ended, as two of the staff
-- approve in this transaction.
create or replace function partners.reset_factor(approved uuid, second_code_hash text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  agreed constant jsonb := (
    select payload from operators.approved_here where proposal_id = approved and action = 'partner.reset_factor');
  person partners.people;
begin
  perform platform.ask_read_committed();
  update partners.people as people set changed_at = platform.now()
  where person_id = (agreed ->> 'person_id')::uuid and partners.may_sign_in(people)
  returning * into person;
  if not found then
    raise exception 'nobody approved by proposal % that a second factor be reset', approved
      using errcode = 'insufficient_privilege';
  end if;
  perform partners.renew_credentials(person, array[agreed ->> 'first_code_hash', second_code_hash]);
end
$$;
