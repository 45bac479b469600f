-- Stores a proposal for a second person; the trigger sets its hash and times. Refuses duplicates of open proposals
-- (`proposal_open` with the id as detail): the same act on the same subject, or making the same thing.
create or replace function operators.keep_proposal(
  maker uuid, new_id uuid, action text, subject_kind text, subject_id text, customer_id uuid, payload jsonb, reason text,
  facts jsonb, thing_hash bytea, about text[], given jsonb
) returns operators.proposals language plpgsql set search_path = '' as $$
declare
  kept operators.proposals;
  waiting uuid;
begin
  insert into operators.proposals (
    maker_id, proposal_id, action, subject_kind, subject_id, customer_id, payload, reason, facts, given)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $12)
  returning * into kept;
  insert into operators.open_proposals (
    proposal_id, action, subject_kind, subject_id, thing_hash, about, checkers, maker_id, customer_id, expires_at)
  values (
    $2, $3, $4, $5, $10, $11, coalesce((select array_to_string(act.checker_roles, ',') from operators.act_roles() as act where act.action = $3), ''),
    $1, $6, kept.expires_at)
  on conflict do nothing;
  if not found then
    select proposal_id into waiting from operators.open_proposals as open
    where open.action = $3 and ((open.subject_kind, open.subject_id) = ($4, $5) or open.thing_hash = $10) limit 1;
    raise exception 'somebody has proposed % of % already', $3, $5
      using errcode = 'check_violation', constraint = 'proposal_open', detail = waiting::text;
  end if;
  return kept;
end
$$;
