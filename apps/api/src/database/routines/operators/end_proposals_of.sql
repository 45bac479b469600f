-- Ends somebody's open proposals that none of these roles could make; answers the ids.
create or replace function operators.end_proposals_of(session_token text, person uuid, held text[], why text)
returns setof uuid language plpgsql set search_path = '' as $$
declare
  by_whom constant operators.staff := operators.whose_session(session_token);
  ended operators.proposals;
begin
  for ended in
    select proposal.* from operators.proposals as proposal join operators.open_proposals using (proposal_id)
    where proposal.maker_id = person
      and not exists (
        select from operators.act_roles() as act where act.action = proposal.action and act.maker_roles && held)
    order by proposal_id
  loop
    insert into operators.decisions (proposal_id, verdict, checker_id, reason)
    values (ended.proposal_id, 'superseded', by_whom.staff_id, why) on conflict (proposal_id) do nothing;
    continue when not found;
    perform audit.append_staff_act(
      session_token, ended.action || '.superseded', ended.subject_kind, ended.subject_id, ended.customer_id, why,
      jsonb_build_object('proposal_id', ended.proposal_id, 'payload_hash', encode(ended.payload_hash, 'hex')));
    return next ended.proposal_id;
  end loop;
end
$$;
