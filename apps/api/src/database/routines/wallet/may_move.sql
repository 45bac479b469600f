-- Whether the current login may move a withdrawal to its status: customers cancel theirs; the worker releases holds
-- and matches bank lines, as staff do, who also hold; approving, ending, recording a bank's refusal, and a return
-- that doesn't name it in full take two people. It is sent by handing over its payment order.
create or replace function wallet.may_move(moved wallet.withdrawals) returns boolean
language sql stable set search_path = '' as $$
  select platform.acts_as_owner() or case moved.status
    when 'requested' then platform.acts_as('worker') or platform.acts_as('office')
    when 'ended' then case moved.ended_reason
      when 'cancelled_by_customer' then platform.acts_as('api')
      when 'deposit_recalled' then exists (
        select from operators.approved_here where action = 'deposit.recall' and customer_id = moved.customer_id)
      else operators.is_approved_here('{withdrawal.end}', 'withdrawal', moved.withdrawal_id::text) end
    when 'approved' then operators.is_approved_here('{withdrawal.approve}', 'withdrawal', moved.withdrawal_id::text)
    when 'sent' then exists (
      select from wallet.payout_file_payments payment join wallet.payout_file_ends ended using (payout_file_id)
      where payment.withdrawal_id = moved.withdrawal_id and payment.discarded_at is null
        and platform.acts_as(case when ended.handed_over_by is null then 'worker' else 'office' end)
        and ended.ended_as = 'handed_over' and ended.ended_at = moved.sent_at
        and payment.payout_micros = moved.payout_micros)
    when 'confirmed' then (platform.acts_as('office') or platform.acts_as('worker')) and exists (
      select from wallet.bank_lines line
      where line.line_id = moved.line_id and assigned_kind = 'withdrawal' and assigned_id = moved.withdrawal_id
        and -amount_micros = moved.payout_micros)
    when 'bounced' then (platform.acts_as('office') or platform.acts_as('worker')) and exists (
        select from wallet.bank_lines line
        where line.line_id = moved.return_line_id and assigned_kind = 'withdrawal'
          and assigned_id = moved.withdrawal_id and amount_micros between 1 and moved.payout_micros
          and moved.line_id is not null
          -- The bank says whose it is and returns all of it, or two people said so of this line.
          and (
            amount_micros = moved.payout_micros and array[moved.number] = array(
              select distinct named[1] from regexp_matches(upper(remittance), '\m(W[0-9]{6,12})\M', 'g') as named)
            or exists (
              select from operators.approved_here as approved
              where approved.action = 'withdrawal.bounced' and approved.subject_kind = 'withdrawal'
                and approved.subject_id = moved.withdrawal_id::text
                and approved.payload ->> 'line_id' = line_id::text)))
      or moved.return_line_id is null and moved.line_id is null
        and operators.is_approved_here('{withdrawal.refused}', 'withdrawal', moved.withdrawal_id::text)
    else platform.acts_as('office') end
$$;
