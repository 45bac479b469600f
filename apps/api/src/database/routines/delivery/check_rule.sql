-- A version is what two people approved, follows the newest of its rule, and is in force no sooner than the policy's
-- notice after now, so that no event is judged by what came after it. Version 1 comes with the program, and a new rule's
-- judges nothing that has happened.
create or replace function delivery.check_rule() returns trigger language plpgsql security definer
set search_path = '' as $$
declare
  latest delivery.rules;
  approved record;
  earliest timestamptz;
begin
  select * into latest from delivery.rules where rule = new.rule order by version desc limit 1;
  new.published_at := platform.now();
  if new.version = 1 and platform.acts_as_owner() then
    if new.in_force_from < platform.now() and exists (select from delivery.events) then
      raise exception 'the first version of rule % must not judge what has happened', new.rule
        using errcode = 'check_violation';
    end if;
    return new;
  end if;
  select proposal.payload, decision.maker_id, decision.checker_id into approved
  from operators.proposals as proposal join operators.decisions as decision using (proposal_id)
  where proposal_id = new.proposal_id and proposal.action = 'traffic_rule.publish' and decision.verdict = 'approved';
  if not found or new.version <> latest.version + 1
    or (approved.payload ->> 'rule', (approved.payload ->> 'version')::integer) is distinct from (new.rule, new.version::integer)
    or new.description is distinct from approved.payload ->> 'description'
    or new.parameters is distinct from approved.payload -> 'parameters'
    or new.lists is distinct from approved.payload -> 'lists'
    or new.in_force_from <> (approved.payload ->> 'in_force_from')::timestamptz then
    raise exception 'nobody approved version % of rule % as it is', new.version, new.rule
      using errcode = 'insufficient_privilege';
  end if;
  new.proposed_by := approved.maker_id;
  new.approved_by := approved.checker_id;
  select platform.now() + (values ->> 'traffic_rule_notice_ms')::bigint * interval '1 millisecond' into strict earliest
  from policies.periods where platform.now() >= effective_from and platform.now() < effective_until;
  earliest := greatest(earliest, (
    select max(in_force_from) from delivery.rules
    where rule = new.rule and not exists (
      select from delivery.rule_withdrawals withdrawn
      where withdrawn.rule = rules.rule and withdrawn.version = rules.version)
  ) + interval '1 minute');
  if earliest > date_bin('1 minute', earliest, timestamptz 'epoch') then
    earliest := date_bin('1 minute', earliest, timestamptz 'epoch') + interval '1 minute';
  end if;
  new.in_force_from := coalesce(new.in_force_from, earliest);
  if new.in_force_from < earliest then
    raise exception 'version % of rule % gives too short a notice', new.version, new.rule
      using errcode = 'check_violation';
  end if;
  -- No later one may come before it, so that one of a far year would keep the rule as it is for good.
  if new.in_force_from > platform.now() + interval '8784 hours' then
    raise exception 'version % of rule % is in force too late: within a year', new.version, new.rule
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;
