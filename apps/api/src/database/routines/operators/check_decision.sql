-- A decision has its proposal's maker, act and customer, and the database's time. An approval needs an unexpired and unchanged proposal,
-- whose maker was not shut out since and whose subject is not the checker.
create or replace function operators.check_decision() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  proposal operators.proposals;
begin
  select * into strict proposal from operators.proposals where proposal_id = new.proposal_id;
  new.maker_id := proposal.maker_id;
  new.of_action := proposal.action;
  new.of_customer_id := proposal.customer_id;
  new.decided_at := platform.now();
  new.decided_in := pg_current_xact_id();
  if new.verdict = 'approved' then
    if proposal.subject_kind = 'staff' and exists (
      select from operators.staff where staff_id = new.checker_id and username = proposal.subject_id) then
      raise exception 'nobody approves what is about themselves' using errcode = 'check_violation';
    end if;
    if new.decided_at >= proposal.expires_at then
      raise exception 'proposal % has expired', new.proposal_id using errcode = 'check_violation';
    end if;
    if operators.payload_hash(proposal.payload) <> proposal.payload_hash then
      raise exception 'the payload of proposal % was changed', new.proposal_id using errcode = 'check_violation';
    end if;
    if exists (select from operators.staff where staff_id = proposal.maker_id and disabled_at is not null) then
      raise exception 'the maker of proposal % was shut out', new.proposal_id using errcode = 'check_violation';
    end if;
  end if;
  return new;
end
$$;
