-- Two people place a hold, as they agreed, and extend it; customers' calls only make the one for a new beneficiary,
-- and add a stopped clock's time. Automatic release is not before the deadline.
create or replace function wallet.guard_hold_acts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  at constant timestamptz := platform.now() + interval '1 second';
  stood_ms bigint;
begin
  perform platform.ask_read_committed();
  if platform.acts_as_owner() then
    return new;
  end if;
  if tg_op = 'INSERT' then
    -- The order fixes its payment, so none of it can be held any more.
    perform from wallet.withdrawals where withdrawal_id = new.withdrawal_id for no key update;
    if wallet.stands_in_order(new.withdrawal_id) then
      raise exception 'the withdrawal to hold is in a payment order' using errcode = 'check_violation',
        hint = 'Discard the order by two people first.';
    end if;
    if new.proposed_by is null and new.reason = 'new_beneficiary' and platform.acts_as('api')
        and new.created_at <= at + interval '1 minute'
        and new.deadline <= at + interval '24 hours 1 minute' and new.clock_stopped_at is null and new.stopped_ms = 0
      or exists (
        select from operators.approved_here
        where proposal_id = new.proposal_id and action = 'hold.place' and customer_id = new.customer_id
          and payload ->> 'reason' = new.reason and payload ->> 'amount_micros' = new.amount_micros::text
          and payload ->> 'evidence' = new.evidence
          and payload ->> 'document_hash' is not distinct from encode(new.document_hash, 'hex')
          and payload ->> 'authority' is not distinct from new.authority) then
      return new;
    end if;
    raise exception 'nobody approved this hold' using errcode = 'insufficient_privilege';
  end if;
  stood_ms := new.stopped_ms - old.stopped_ms;
  if new.deadline > old.deadline + stood_ms * interval '1 millisecond'
      and not operators.is_approved_here('{hold.extend,hold.review}', 'hold', new.hold_id::text)
    or stood_ms <> 0 and (
      old.clock_stopped_at is null or stood_ms < 0
      or old.clock_stopped_at + stood_ms * interval '1 millisecond' > at) then
    raise exception 'the deadline of a hold is put off by two people, or by as long as its clock stood still'
      using errcode = 'insufficient_privilege';
  end if;
  if new.released_at is distinct from old.released_at
    and not (platform.acts_as('office') or platform.acts_as('worker') and old.deadline <= at
      or platform.acts_as('api') and old.reason = 'new_beneficiary') then
    raise exception 'a hold releases at its deadline, or by staff' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
