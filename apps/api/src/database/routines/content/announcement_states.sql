-- Announcements and proposed ones, with who proposed (else `program`) and approved them, and their state.
create or replace view content.announcement_states with (security_invoker = true) as
select said.announcement_id, said.proposal_id, said.category, said.audience, said.audience_language, said.texts,
  coalesce(maker.username, 'program') as proposed_by, checker.username as approved_by, said.published_at,
  said.begins_at, said.ends_at, said.withdrawn_at, said.withdraw_reason, said.told_at,
  case
    when said.published_at is null then 'proposed'
    when said.withdrawn_at is not null then 'withdrawn'
    when said.ends_at <= platform.now() then 'ended'
    when said.shown_from > platform.now() then 'waiting'
    else 'shown' end as state
from (
  select announcement_id, proposal_id, category, audience, audience_language, texts, published_at, begins_at, shown_from,
    ends_at, withdrawn_at, withdraw_reason, told_at
  from content.announcements
  union all
  select (payload ->> 'announcement_id')::uuid, proposal_id, payload ->> 'category', payload ->> 'audience',
    payload ->> 'audience_language', payload -> 'texts', null, (payload ->> 'begins_at')::timestamptz, null,
    (payload ->> 'ends_at')::timestamptz, null, null, null
  from operators.open_proposals as open join operators.proposals as proposal using (proposal_id)
  where open.action = 'announcement.publish' and proposal.expires_at > platform.now()
) as said
left join operators.proposals as proposal using (proposal_id)
left join operators.decisions as decision using (proposal_id)
left join operators.staff as maker on maker.staff_id = proposal.maker_id
left join operators.staff as checker on checker.staff_id = decision.checker_id;
