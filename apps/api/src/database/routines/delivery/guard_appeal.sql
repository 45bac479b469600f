-- An appeal is of a verdict that took something from its party, while the policy lets it appeal; and is decided once, by two
-- people who had no hand in publishing the version that the verdict went by, and did not write the appeal down for a publisher.
create or replace function delivery.guard_appeal() returns trigger language plpgsql security definer
set search_path = '' as $$
declare
  decided_first timestamptz;
  limit_ms bigint;
  approval operators.decisions;
begin
  if platform.acts_as_owner() then
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.filed_at := platform.now();
    select min(verdict.decided_at), min(verdict.rule_version) into decided_first, new.rule_version
    from delivery.verdicts verdict
    join delivery.events event using (event_id, decision_id)
    join delivery.budgets budget on budget.plan_id = verdict.plan_id
    where verdict.verdict_id = new.verdict_id and verdict.rule = new.rule
      and not delivery.moves_nothing(verdict.rule)
      and (verdict.plan_id = new.plan_id and budget.customer_id = new.customer_id
        or event.publisher_id = new.publisher_id);
    select (values ->> 'traffic_appeal_limit_ms')::bigint into strict limit_ms
    from policies.periods where platform.now() >= effective_from and platform.now() < effective_until;
    if decided_first is null or new.filed_at > decided_first + limit_ms * interval '1 millisecond' then
      raise exception 'there is no verdict % by rule % that may be appealed', new.verdict_id, new.rule
        using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if old.decision is not null or (to_jsonb(new) - array['decision', 'answer', 'decided_at', 'proposal_id'])
    is distinct from (to_jsonb(old) - array['decision', 'answer', 'decided_at', 'proposal_id']) then
    raise exception 'appeal % is decided once, and stays as it was filed', old.appeal_id using errcode = 'check_violation';
  end if;
  new.decided_at := platform.now();
  select * into strict approval from operators.decisions where proposal_id = new.proposal_id and verdict = 'approved';
  new.proposed_by := approval.maker_id;
  new.approved_by := approval.checker_id;
  -- On trial whoever stands in for the checker need not be the one who approves.
  if old.filed_by = new.proposed_by or old.filed_by = new.approved_by and not approval.is_trial then
    raise exception 'who wrote appeal % down does not decide on it', old.appeal_id
      using errcode = 'insufficient_privilege', constraint = 'appeal_by_own_hand';
  end if;
  if exists (
    select from delivery.rules
    where rule = new.rule and version = new.rule_version and (
      new.proposed_by in (proposed_by, approved_by)
      or not approval.is_trial and new.approved_by in (proposed_by, approved_by))
  ) then
    raise exception 'who published the rule does not decide on appeal %', old.appeal_id
      using errcode = 'insufficient_privilege', constraint = 'appeal_by_own_hand';
  end if;
  return new;
end
$$;
