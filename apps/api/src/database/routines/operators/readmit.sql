-- Readmits somebody as two admins approve in this transaction. Their old credentials may have been stolen, so they
-- set up new ones, with another password, and their proposals have ended; answers those ids.
create or replace function operators.readmit(session_token text, approved uuid, second_code_hash text) returns setof uuid
language plpgsql security definer set search_path = '' as $$
declare
  agreed constant jsonb := (
    select payload from operators.approved_here where proposal_id = approved and action = 'staff.readmit');
  person operators.staff;
begin
  perform platform.ask_read_committed();
  select * into person from operators.staff where username = agreed ->> 'username' and disabled_at is not null
  for no key update;
  if not found then
    raise exception 'nobody readmitted anybody by proposal %', approved using errcode = 'insufficient_privilege';
  end if;
  return query select operators.end_proposals_of(
    session_token, person.staff_id, '{}', 'Whoever proposed it was shut out since');
  update operators.staff set disabled_at = null where staff_id = person.staff_id;
  perform operators.forget_factors(person);
  update operators.secrets set
    former_hash = coalesce(password_hash, former_hash), password_hash = null,
    activation_hashes = array[agreed ->> 'first_code_hash', second_code_hash]
  where staff_id = person.staff_id;
end
$$;
