-- Ends a proposal for good: its maker withdraws it, anybody else with a checker's role of the act refuses it. Answers
-- which, or null if it was decided already.
create or replace function operators.end_proposal(session_token text, ended uuid, why text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff := operators.whose_session(session_token);
  proposal operators.proposals;
  verdict text;
begin
  select * into strict proposal from operators.proposals where proposal_id = ended;
  if proposal.maker_id is distinct from person.staff_id then
    perform operators.require_role(person, proposal.action, true);
  end if;
  verdict := case when proposal.maker_id = person.staff_id then 'withdrawn' else 'refused' end;
  insert into operators.decisions (proposal_id, verdict, checker_id, reason)
  values (ended, verdict, person.staff_id, why) on conflict (proposal_id) do nothing;
  if not found then
    return null;
  end if;
  perform audit.append_staff_act(
    session_token, proposal.action || '.' || verdict, proposal.subject_kind, proposal.subject_id,
    proposal.customer_id, why,
    jsonb_build_object(
      'proposal_id', ended, 'payload_hash', encode(proposal.payload_hash, 'hex'),
      'maker', coalesce((select username from operators.staff where staff_id = proposal.maker_id), 'program')));
  return verdict;
end
$$;
