-- Records a proposal's approval by the session's owner, who needs a checker's role of the act, with its maker and
-- what they saw in the audit log; false if it was decided already. Waits for a concurrent decision, and takes its
-- place if that rolls back.
create or replace function operators.approve(session_token text, approved uuid, seen jsonb) returns boolean language plpgsql
security definer set search_path = '' as $$
declare
  checker operators.staff := operators.whose_session(session_token);
  proposal operators.proposals;
  maker operators.staff;
begin
  select * into strict proposal from operators.proposals where proposal_id = approved;
  perform operators.require_role(checker, proposal.action, true);
  perform operators.require_rested(checker, proposal.action);
  select * into maker from operators.staff where staff_id = proposal.maker_id;
  insert into operators.decisions (proposal_id, verdict, checker_id, facts)
  values (approved, 'approved', checker.staff_id, seen) on conflict (proposal_id) do nothing;
  if not found then
    return false;
  end if;
  perform audit.append(
    case when maker.staff_id is null then 'program' else 'staff' end, maker.staff_id,
    coalesce(maker.username, 'program'), array_to_string(maker.roles, ', '), proposal.action, proposal.subject_kind,
    proposal.subject_id, proposal.customer_id, proposal.reason, checker.staff_id, checker.username,
    array_to_string(checker.roles, ', '),
    jsonb_build_object('proposal_id', approved, 'payload_hash', encode(proposal.payload_hash, 'hex'), 'facts', seen));
  return true;
end
$$;
