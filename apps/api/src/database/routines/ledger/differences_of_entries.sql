-- Where accounts, lines and lifetime sums differ from the transfers alone. Each row is a fault, as of one moment.
create or replace view ledger.differences_of_entries with (security_invoker = true) as
select 'balance' as fault, coalesce(account.id, rebuilt.id)::text as subject
from ledger.accounts account
full join ledger.rebuilt_accounts rebuilt on rebuilt.id = account.id
where (account.debits_posted_micros, account.credits_posted_micros)
  is distinct from (coalesce(rebuilt.debits_posted_micros, 0), coalesce(rebuilt.credits_posted_micros, 0))
union all
select 'zero_sum', 'ledger'
from ledger.accounts
having sum(debits_posted_micros) <> sum(credits_posted_micros)
union all
select 'below_zero', id::text
from ledger.accounts
where least(
  debits_posted_micros, credits_posted_micros,
  case side
    when 'credit' then credits_posted_micros - debits_posted_micros
    else debits_posted_micros - credits_posted_micros
  end
) < 0
union all
select 'account_outside_chart', id::text
from ledger.accounts account
left join ledger.account_codes rule using (code)
left join ledger.plan_customers plan on plan_id = subject_id and subject_kind = 'plan'
where rule.code is null
  or account.side <> rule.side
  or (subject_id is null) <> (subject_kind is null)
  or (owner_kind = 'platform') <> (owner_id = '00000000-0000-7000-8000-000000000001')
  or account.customer_id is distinct from case when owner_kind = 'customer' then owner_id else plan.customer_id end
  or subject_kind = 'plan' and plan.customer_id is distinct from account.customer_id
union all
select 'account_id', id::text
from ledger.accounts
where id <> ledger.account_id(code, owner_id, subject_id)
union all
select 'posting_not_allowed', transfer.id::text
from ledger.transfers transfer
left join ledger.accounts debit on debit.id = debit_account_id
left join ledger.accounts credit on credit.id = credit_account_id
left join ledger.posting_pairs pair
  on pair.posting = transfer.posting and debit_code = debit.code and credit_code = credit.code
where transfer.reverses_id is null
  and (
    pair.posting is null
    or same_owner and debit.owner_id <> credit.owner_id
    or same_subject and debit.subject_id <> credit.subject_id
    or between_customers = (debit.customer_id = credit.customer_id)
  )
union all
select 'reversal', transfer.id::text
from ledger.transfers transfer
left join ledger.transfers original on original.id = transfer.reverses_id
where transfer.reverses_id is not null
  and (
    original.id is null
    or (transfer.debit_account_id, transfer.credit_account_id, transfer.posting)
      <> (original.credit_account_id, original.debit_account_id, original.posting)
    or transfer.number <= original.number
    or (transfer.cause_kind = 'proposal') <> (original.cause_kind = 'proposal')
  )
union all
-- An account's entries must have the same order by number and by time.
select 'entry_order', id::text
from (
  select transfer_id as id, transfers.created_at, lag(transfers.created_at) over (
    partition by account_id order by number
  ) as previous_at
  from ledger.effects join ledger.transfers on transfers.id = transfer_id
) entry
where created_at < previous_at
union all
select 'reversed_too_much', original.id::text
from ledger.transfers reversal
join ledger.transfers original on original.id = reversal.reverses_id
group by original.id
having sum(reversal.amount_micros) > original.amount_micros
union all
select 'flow_line', coalesce(line.customer_id, rebuilt.customer_id) || ' ' || coalesce(line.flow_id, rebuilt.flow_id)
from ledger.flow_lines line
full join ledger.rebuilt_flow_lines rebuilt
  on rebuilt.customer_id = line.customer_id and rebuilt.flow_id = line.flow_id
where (
  line.first_at, line.last_at, line.available_micros, line.pending_spend_micros, line.to_be_settled_micros,
  line.on_hold_micros, line.discount_micros, line.startup_micros
) is distinct from (
  rebuilt.first_at, rebuilt.last_at, rebuilt.available_micros, rebuilt.pending_spend_micros,
  rebuilt.to_be_settled_micros, rebuilt.on_hold_micros, rebuilt.discount_micros, rebuilt.startup_micros
)
union all
select 'flow_total', coalesce(total.customer_id, lines.customer_id) || ' ' || coalesce(total.type, lines.type)
from ledger.flow_totals total
full join (
  select customer_id, type, sum(amount_micros)::bigint as amount_micros
  from ledger.flow_lines
  where type <> all (ledger.untotalled_flow_types())
  group by customer_id, type
) lines on lines.customer_id = total.customer_id and lines.type = total.type
where total.amount_micros is distinct from lines.amount_micros;
