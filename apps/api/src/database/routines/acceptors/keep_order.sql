-- An order's terms never change. Its status follows acceptors.order_transitions, and each change is recorded in its
-- timeline. Decisions of two people must be about this order.
create or replace function acceptors.keep_order() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Generated columns are computed after this trigger.
  if (to_jsonb(new) - array[
      'status', 'status_trigger', 'status_detail', 'status_at', 'decision_id', 'customer_id', 'claimed_at',
      'spread_basis_points'])
    is distinct from (to_jsonb(old) - array[
      'status', 'status_trigger', 'status_detail', 'status_at', 'decision_id', 'customer_id', 'claimed_at',
      'spread_basis_points']) then
    raise exception 'the terms of order % are fixed', old.number using errcode = 'insufficient_privilege';
  end if;
  if new.customer_id is distinct from old.customer_id and (old.customer_id is not null or old.status <> 'offered') then
    raise exception 'order % is somebody''s', old.number using errcode = 'insufficient_privilege';
  end if;
  if (new.status, new.status_trigger, new.status_at)
    is distinct from (old.status, old.status_trigger, old.status_at) then
    if not exists (
      select from acceptors.order_transitions
      where from_status = old.status and to_status = new.status and trigger = new.status_trigger
    ) then
      raise exception 'order % can''t go from % to % by %', old.number, old.status, new.status, new.status_trigger
        using errcode = 'check_violation';
    end if;
    if not acceptors.may_move(new) then
      raise exception 'order % is not to go to % by this', old.number, new.status
        using errcode = 'insufficient_privilege';
    end if;
    if new.decision_id is not null and (
      new.decision_id is not distinct from old.decision_id
      or not exists (
        select from operators.approved as approved
        where approved.proposal_id = new.decision_id
          and approved.subject_kind = 'exchange_order' and approved.subject_id = new.order_id::text
          and case new.status_trigger
            when 'wrong_completion' then action = 'exchange.make_good'
            else action = 'exchange.decide' and new.status_trigger = 'decided_for_' || (payload ->> 'winner') end
          and (platform.acts_as_owner() or exists (
            select from operators.approved_here as here where here.proposal_id = new.decision_id)))
    ) then
      raise exception 'nobody decided about order %', old.number using errcode = 'insufficient_privilege';
    end if;
    insert into acceptors.order_changes (order_id, sequence, status, trigger, detail, decision_id, changed_at)
    select new.order_id, coalesce(max(sequence), 0) + 1, new.status, new.status_trigger, new.status_detail,
      new.decision_id, new.status_at
    from acceptors.order_changes where order_id = new.order_id;
  elsif new.decision_id is distinct from old.decision_id then
    raise exception 'the decision about order % stays with it', old.number using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
