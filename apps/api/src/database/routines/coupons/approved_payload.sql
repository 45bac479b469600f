-- The payload of an approved proposal of this action; null if it was not approved.
create or replace function coupons.approved_payload(wanted_proposal_id uuid, wanted_action text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select proposal.payload from operators.proposals as proposal join operators.decisions as decision using (proposal_id)
  where proposal_id = wanted_proposal_id and proposal.action = wanted_action and decision.verdict = 'approved'
$$;
