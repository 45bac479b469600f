-- Ends a proposal that can't be carried out as proposed, because another decision came first or it was proposed anew.
-- In the name of the session's owner; false if it was decided already.
create or replace function operators.supersede(session_token text, ended uuid, why text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff := operators.whose_session(session_token);
  proposal operators.proposals;
begin
  select * into strict proposal from operators.proposals where proposal_id = ended;
  if not exists (
    select from operators.act_roles() as act
    where act.action = proposal.action and person.roles && (maker_roles || checker_roles)
  ) then
    perform operators.require_role(person, proposal.action, true);
  end if;
  insert into operators.decisions (proposal_id, verdict, checker_id, reason)
  values (ended, 'superseded', person.staff_id, why) on conflict (proposal_id) do nothing;
  if not found then
    return false;
  end if;
  perform audit.append_staff_act(
    session_token, proposal.action || '.superseded', proposal.subject_kind, proposal.subject_id,
    proposal.customer_id, why,
    jsonb_build_object('proposal_id', ended, 'payload_hash', encode(proposal.payload_hash, 'hex')));
  return true;
end
$$;
