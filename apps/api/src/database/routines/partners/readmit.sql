-- Readmits somebody as two of the staff approve in this transaction, with another password and factor.
create or replace function partners.readmit(approved uuid, second_code_hash text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  agreed constant jsonb := (
    select payload from operators.approved_here where proposal_id = approved and action = 'partner.readmit');
  person partners.people;
begin
  perform platform.ask_read_committed();
  update partners.people set shut_out_at = null, changed_at = platform.now()
  where person_id = (agreed ->> 'person_id')::uuid and shut_out_at is not null and removed_at is null
  returning * into person;
  if not found then
    raise exception 'nobody readmitted anybody of a partner by proposal %', approved using errcode = 'insufficient_privilege';
  end if;
  perform partners.renew_credentials(person, array[agreed ->> 'first_code_hash', second_code_hash]);
end
$$;
