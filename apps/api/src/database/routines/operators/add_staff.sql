-- Creates the member of staff in an approved proposal; false if the name is taken. The checker's half of the
-- activation code comes with the approval.
create or replace function operators.add_staff(approved uuid, new_id uuid, second_code_hash text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  payload jsonb;
begin
  select proposal.payload into payload
  from operators.proposals as proposal join operators.decisions as decision using (proposal_id)
  where proposal.proposal_id = approved and proposal.action = 'staff.add' and decision.verdict = 'approved'
    and platform.scope_is_system();
  if not found then
    raise exception 'nobody approved proposal % of staff', approved using errcode = 'insufficient_privilege';
  end if;
  insert into operators.staff (staff_id, username, display_name, roles, proposal_id)
  values (
    new_id, payload ->> 'username', payload ->> 'display_name',
    array(select jsonb_array_elements_text(payload -> 'roles')), approved);
  insert into operators.secrets (staff_id, activation_hashes)
  values (new_id, array[payload ->> 'first_code_hash', second_code_hash]);
  return true;
exception when unique_violation then
  return false;
end
$$;
