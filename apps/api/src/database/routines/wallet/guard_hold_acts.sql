-- Two people place a hold, as they agreed, and extend it; customers' calls only make the one for a new beneficiary,
-- until its wait ends, and restart a clock that stood still for documents. Automatic release is not before the deadline.
create or replace function wallet.guard_hold_acts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  at constant timestamptz := platform.now() + interval '1 second';
  of_withdrawal wallet.withdrawals;
begin
  perform platform.ask_read_committed();
  if platform.acts_as_owner() then
    return new;
  end if;
  if tg_op = 'INSERT' then
    -- The order fixes its payment, so none of it can be held any more.
    select * into of_withdrawal from wallet.withdrawals where withdrawal_id = new.withdrawal_id for no key update;
    if wallet.stands_in_order(new.withdrawal_id) then
      raise exception 'the withdrawal to hold is in a payment order' using errcode = 'check_violation',
        hint = 'Discard the order by two people first.';
    end if;
    if new.proposed_by is null and new.reason = 'new_beneficiary' and platform.acts_as('api')
        and new.created_at between platform.a_moment_ago() and at + interval '1 minute'
        and new.clock_stopped_at is null and new.stopped_ms = 0
        and (of_withdrawal.status, of_withdrawal.amount_micros) = ('held', new.amount_micros)
        and exists (
          select from wallet.beneficiary_waits
          where beneficiary_id = of_withdrawal.beneficiary_id and customer_id = new.customer_id
            and new.deadline between waits_until - interval '1 second' and waits_until_at_most + interval '1 second')
      or exists (
        select from operators.approved_here
        where proposal_id = new.proposal_id and action = 'hold.place' and customer_id = new.customer_id
          and payload ->> 'reason' = new.reason and payload ->> 'amount_micros' = new.amount_micros::text
          and payload ->> 'evidence' = new.evidence
          and payload ->> 'evidence_hash' is not distinct from encode(new.document_hash, 'hex')
          and payload ->> 'authority' is not distinct from new.authority) then
      return new;
    end if;
    raise exception 'nobody approved this hold' using errcode = 'insufficient_privilege';
  end if;
  if (new.deadline, new.clock_stopped_at, new.stopped_ms, new.extended_by, new.review_count)
      is distinct from (old.deadline, old.clock_stopped_at, old.stopped_ms, old.extended_by, old.review_count)
    and not wallet.is_restarted(old, new)
    and not ((new.clock_stopped_at, new.stopped_ms) is not distinct from (old.clock_stopped_at, old.stopped_ms)
      and new.deadline > old.deadline
      and operators.is_approved_here('{hold.extend,hold.review}', 'hold', new.hold_id::text)) then
    raise exception
      'the deadline of a hold is put off by two people, or by as long as its clock stood still for documents, and moves by nothing else'
      using errcode = 'insufficient_privilege';
  end if;
  if new.released_at is distinct from old.released_at and not (
    coalesce(new.released_at between platform.a_moment_ago() and at + interval '1 minute', false)
    and (platform.acts_as('office')
      or platform.acts_as('worker') and old.deadline <= at and old.clock_stopped_at is null
      or platform.acts_as('api') and old.reason = 'new_beneficiary')) then
    raise exception 'a hold releases at its deadline, or by staff' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
