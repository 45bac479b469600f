-- Every version must be within the bounds. Versions after the first need an approval that matches, follow the latest,
-- and give 30 days' notice if they are to a customer's disadvantage.
create or replace function policies.check_version() returns trigger language plpgsql security definer
set search_path = '' as $$
declare
  latest policies.versions;
  approved record;
  outside text := policies.first_out_of_bounds(new.values);
  earliest timestamptz;
begin
  if outside is not null then
    raise exception 'policy figure % is out of bounds', outside using errcode = 'check_violation';
  end if;
  select * into latest from policies.versions order by version desc limit 1;
  if new.version = 1 then
    new.decided_at := platform.now();
    return new;
  end if;
  select proposal.action, proposal.payload, decision.maker_id, decision.checker_id, decision.decided_at into approved
  from operators.proposals as proposal join operators.decisions as decision using (proposal_id)
  where proposal_id = new.proposal_id and proposal.action in ('policy.change', 'policy.change_unpriced')
    and decision.verdict = 'approved';
  if not found or new.version <> latest.version + 1
    or (approved.action = 'policy.change_unpriced' and exists (
      select from jsonb_object_keys(approved.payload -> 'changes') as figure
      where figure ~ '_(micros|percent)$'))
    or new.values <> latest.values || (approved.payload -> 'changes')
    or new.effective_from <> (approved.payload ->> 'effective_from')::timestamptz then
    raise exception 'nobody approved policy version % as it is', new.version using errcode = 'insufficient_privilege';
  end if;
  new.maker_id := approved.maker_id;
  new.checker_id := approved.checker_id;
  new.decided_at := approved.decided_at;
  earliest := greatest(approved.decided_at, latest.effective_from);
  if policies.is_worse(latest.values, new.values) then
    earliest := greatest(earliest, approved.decided_at + interval '720 hours');
  end if;
  new.effective_from := coalesce(new.effective_from, earliest);
  if new.effective_from < earliest then
    raise exception 'policy version % gives too short a notice', new.version using errcode = 'check_violation';
  end if;
  return new;
end
$$;
