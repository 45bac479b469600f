-- Compares each hold's deadline (PRODUCT §2.4) with the rows that determine it: its entry, the policy, the extension
-- and reviews that two people approved, and the documents that stopped its clock; also that its release is scheduled.
-- The year's ten days may have shortened a hold, never lengthened it. Allows a minute, because processes notice a new
-- policy slightly late and acts follow their approval at once.
create or replace view wallet.hold_clock_differences with (security_invoker = true) as
with placed as (
  select cause_id as hold_id, min(created_at) as booked_at
  from ledger.transfers where cause_kind = 'hold' and posting = 'hold' group by cause_id
), approved as (
  select subject_id as hold_id, count(*) filter (where action = 'hold.review') as reviews,
    max(decided_at) filter (where action = 'hold.review') as reviewed_at,
    max(decided_at) filter (where action = 'hold.extend') as extended_at
  from operators.proposals join operators.decisions using (proposal_id)
  where subject_kind = 'hold' and action in ('hold.review', 'hold.extend') and verdict = 'approved'
  group by subject_id
), documents as (
  select hold_id, count(*) filter (where provided_at is null) as outstanding, max(provided_at) as provided_at
  from wallet.hold_documents group by hold_id
), clocks as (
  select hold.hold_id, hold.created_at, hold.deadline, hold.released_at, hold.clock_stopped_at,
    hold.stopped_ms, hold.review_count, hold.extended_by, booked_at, coalesce(reviews, 0) as reviews, extended_at,
    case
      when reason in ('court_order', 'legal_hold') then coalesce(
        reviewed_at + interval '720 hours 1 minute', hold.created_at + interval '720 hours')
      when reason = 'new_beneficiary' then hold.created_at + beneficiary_wait
      when extended_at is null then hold.created_at + stopped_ms * interval '1 millisecond' + hold_limit
      else hold.created_at + stopped_ms * interval '1 millisecond' + hold_extended_limit
    end as deadline_max,
    case when coalesce(outstanding, 0) > 0 then hold.created_at end as still_since,
    case when outstanding = 0 then round(extract(epoch from provided_at - hold.created_at) * 1000) else 0 end as still_ms
  from wallet.holds hold
  left join placed on placed.hold_id = hold.hold_id
  left join approved on approved.hold_id = hold.hold_id::text
  left join documents on documents.hold_id = hold.hold_id
  cross join lateral (
    select max((values ->> 'hold_limit_ms')::bigint) * interval '1 millisecond' as hold_limit
    from policies.periods
    where hold.created_at >= effective_from and hold.created_at < effective_until + interval '1 minute'
  ) as at_first
  cross join lateral (
    select max((values ->> 'hold_extended_limit_ms')::bigint) * interval '1 millisecond' as hold_extended_limit
    from policies.periods
    where extended_at >= effective_from and extended_at < effective_until + interval '1 minute'
  ) as at_extension
  cross join lateral (
    -- The policy when the beneficiary changed, at most one wait earlier.
    select max((values ->> 'beneficiary_wait_ms')::bigint) * interval '1 millisecond' as beneficiary_wait
    from policies.periods
    where hold.created_at >= effective_from and hold.created_at < effective_until + interval '24 hours 1 minute'
  ) as at_change
)
select 'hold ' || hold_id as subject from clocks
where not coalesce(deadline <= deadline_max, false)
  or not coalesce(created_at <= booked_at + interval '1 minute', false)
  or review_count <> reviews
  or (extended_by is null) <> (extended_at is null)
  or clock_stopped_at is distinct from still_since
  or stopped_ms <> still_ms
  or released_at is null and clock_stopped_at is null and not exists (
    select from platform.jobs
    where kind = 'wallet.hold-release' and subject_id = hold_id::text and due_at <= deadline
      and coalesce(retry_at <= platform.now() + interval '10 minutes', true));
