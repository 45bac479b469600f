-- Published versions of texts and proposed ones, with who proposed and approved each, and their state.
create or replace view content.text_states with (security_invoker = true) as
select said.kind, said.name, said.version, said.texts, said.proposal_id, said.published_at, proposal.reason,
  maker.username as proposed_by, checker.username as approved_by,
  case
    when said.version is null then 'proposed'
    when said.version < max(said.version) over (partition by said.kind, said.name) then 'replaced'
    else 'shown' end as state
from (
  select kind, name, version, texts, proposal_id, published_at from content.text_versions
  union all
  select payload ->> 'kind', payload ->> 'name', null, payload -> 'texts', proposal_id, null
  from operators.open_proposals as open join operators.proposals as proposal using (proposal_id)
  where open.action = 'text.publish' and proposal.expires_at > platform.now()
) as said
join operators.proposals as proposal using (proposal_id)
left join operators.decisions as decision using (proposal_id)
left join operators.staff as maker on maker.staff_id = proposal.maker_id
left join operators.staff as checker on checker.staff_id = decision.checker_id;
