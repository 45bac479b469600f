-- Gives somebody the roles that two admins approve in this transaction. Ends their sessions, and their proposals that
-- these roles can't make; answers those ids.
create or replace function operators.change_roles(session_token text, approved uuid) returns setof uuid
language plpgsql security definer set search_path = '' as $$
declare
  agreed constant jsonb := (
    select payload from operators.approved_here where proposal_id = approved and action = 'staff.change_roles');
  given constant text[] := array(select jsonb_array_elements_text(agreed -> 'roles'));
  person operators.staff;
begin
  perform platform.ask_read_committed();
  select * into person from operators.staff where username = agreed ->> 'username' and disabled_at is null
  for no key update;
  if not found then
    raise exception 'nobody approved other roles by proposal %', approved using errcode = 'insufficient_privilege';
  end if;
  return query select operators.end_proposals_of(
    session_token, person.staff_id, given, 'Whoever proposed it holds other roles now');
  update operators.staff set roles = given where staff_id = person.staff_id;
  delete from operators.sessions where staff_id = person.staff_id;
end
$$;
