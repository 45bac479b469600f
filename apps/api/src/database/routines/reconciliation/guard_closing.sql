-- A difference is closed in the approval's transaction, by the people who proposed and approved exactly that, with
-- the explanation and evidence that they agreed on.
create or replace function reconciliation.guard_closing() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not platform.acts_as_owner() and not (
    exists (
      select from operators.approved_here as approved join operators.decisions as decision using (proposal_id)
      where approved.proposal_id = new.proposal_id and approved.action = 'reconciliation.close'
        and approved.subject_id = new.item_id::text and approved.payload ->> 'explanation' = new.explanation
        and approved.payload ->> 'evidence_hash' = encode(new.evidence_hash, 'hex')
        and decision.maker_id = new.maker_id and decision.checker_id = new.checker_id)
  ) then
    raise exception 'nobody approved closing difference %', new.item_id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
