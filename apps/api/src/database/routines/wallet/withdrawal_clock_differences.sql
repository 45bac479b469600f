-- Compares each withdrawal's deadline (PRODUCT §2.3) with the rows that determine it: its request's entry, a new
-- beneficiary's hold, the policy, and each time that holds left nothing to send. For a minute the earlier policy
-- counts as well, because processes notice a new one slightly late.
create or replace view wallet.withdrawal_clock_differences with (security_invoker = true) as
with limits as (
  select effective_from, effective_until + interval '1 minute' as effective_until,
    (values ->> 'withdrawal_send_limit_ms')::bigint * interval '1 millisecond' as send_limit
  from policies.periods
), asked as (
  select cause_id as withdrawal_id, min(created_at) as booked_at
  from ledger.transfers where cause_kind = 'withdrawal' and posting = 'withdrawal_asked' group by cause_id
), pauses as (
  select withdrawal_id, hold_id, began_at, ended_at, send_by_before, send_by_after,
    lag(send_by_after) over in_turn as send_by_last, lead(hold_id) over in_turn is null as is_newest
  from wallet.withdrawal_pauses window in_turn as (partition by withdrawal_id order by ended_at, send_by_after)
), promised as (
  select withdrawal.withdrawal_id, requested_at, booked_at, coalesce(waiting.deadline, requested_at) as begins_at,
    coalesce(first.send_by_before, send_by) as first_send_by, coalesce(newest.send_by_after, send_by) as send_by_then,
    send_by
  from wallet.withdrawals withdrawal
  left join asked on asked.withdrawal_id = withdrawal.withdrawal_id
  left join wallet.holds waiting
    on waiting.withdrawal_id = withdrawal.withdrawal_id and waiting.reason = 'new_beneficiary'
  left join pauses first on first.withdrawal_id = withdrawal.withdrawal_id and first.send_by_last is null
  left join pauses newest on newest.withdrawal_id = withdrawal.withdrawal_id and newest.is_newest
), wrong as (
  select withdrawal_id from promised
  where send_by <> send_by_then
    or not coalesce(requested_at <= booked_at + interval '1 minute', false)
    or not exists (
      select from limits
      where requested_at >= effective_from and requested_at < effective_until
        and first_send_by = begins_at + send_limit)
  union
  select pause.withdrawal_id from pauses pause left join wallet.holds hold using (hold_id)
  where hold.withdrawal_id is distinct from pause.withdrawal_id
    or hold.reason = 'new_beneficiary'
    or hold.released_at is distinct from ended_at
    or send_by_before <> send_by_last
    or began_at is distinct from (
      select max(created_at) from wallet.holds past
      where past.withdrawal_id = pause.withdrawal_id and past.created_at <= ended_at)
    or not exists (
      select from limits
      where ended_at >= effective_from and ended_at < effective_until
        and send_by_after = greatest(
          send_by_before, least(
            ended_at + send_limit,
            send_by_before + extract(epoch from ended_at - began_at) * interval '1 second')))
)
select 'withdrawal ' || number as subject from wrong join wallet.withdrawals using (withdrawal_id);
