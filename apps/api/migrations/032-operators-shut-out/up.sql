-- Whoever shuts somebody out looks at who is left: two at once must not each count on the other. In the order of ids, so that
-- they wait for each other and nothing else; a decision's foreign keys go on.
create function operators.lock_staff() returns void language plpgsql set search_path = '' as $$
begin
  perform from operators.staff order by staff_id for no key update;
end
$$;
grant execute on function operators.lock_staff() to adtally_program;

-- As in 030; what somebody proposed who was shut out since can't be approved.
create or replace function operators.check_decision() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  proposal operators.proposals;
begin
  select * into strict proposal from operators.proposals where proposal_id = new.proposal_id;
  new.maker_id := proposal.maker_id;
  new.decided_at := platform.now();
  if new.verdict = 'approved' then
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
