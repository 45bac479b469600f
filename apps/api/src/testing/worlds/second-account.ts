/** Runs one statement in a scope that sees every row. */
type Ask = (text: string) => Promise<{ problem: string }[]>

/**
 * A second account of the books in plain SQL over the tables, without the program's functions or views; returns a
 * sentence for each thing wrong. Every account is the sum of its entries and all of them sum to zero; an account's
 * entries are ordered alike by number, time and balance, and never take it below zero; a customer's lines add up to
 * the wallet; every act that was answered is there once, with its amount.
 */
export async function secondAccount(ask: Ask): Promise<string[]> {
  const rows = await ask(SECOND_ACCOUNT)
  return rows.map(({ problem }) => problem)
}

const SECOND_ACCOUNT = `
  with sides as materialized (
    select number, created_at, debit_account_id as account_id, -amount_micros as change_micros from ledger.transfers
    union all
    select number, created_at, credit_account_id, amount_micros from ledger.transfers
  ), summed as (
    select account_id, sum(change_micros) as balance_micros from sides group by account_id
  ), run as (
    select account_id, number, created_at, lag(created_at) over in_order as earlier_at,
      sum(change_micros) over in_order as balance_micros
    from sides window in_order as (partition by account_id order by number)
  ), lines as (
    select customer_id, sum(available_micros) as available, sum(pending_spend_micros) as pending_spend,
      sum(to_be_settled_micros) as to_be_settled, sum(on_hold_micros) as on_hold, sum(discount_micros) as discount,
      sum(startup_micros) as startup
    from ledger.flow_lines group by customer_id
  ), wallet as (
    select owner_id as customer_id,
      sum(balance_micros) filter (where code = 'customer_available') as available,
      sum(balance_micros) filter (where code in ('plan_cash', 'plan_discount', 'plan_startup')) as pending_spend,
      sum(balance_micros) filter (where code = 'customer_unsettled') as to_be_settled,
      sum(balance_micros) filter (where code in ('withdrawal_hold', 'risk_hold', 'fx_hold')) as on_hold,
      sum(balance_micros) filter (where code = 'customer_discount') as discount,
      sum(balance_micros) filter (where code = 'customer_startup') as startup
    from summed join ledger.accounts on accounts.id = account_id
    where code in (
      'customer_available', 'plan_cash', 'plan_discount', 'plan_startup', 'customer_unsettled', 'withdrawal_hold',
      'risk_hold', 'fx_hold', 'customer_discount', 'customer_startup')
    group by owner_id
  ), placed as materialized (
    select subject_id as plan_id, sum(amount_micros) as placed_micros
    from ledger.transfers join ledger.accounts on accounts.id = credit_account_id
    where posting = 'plan_placed' and code in ('plan_cash', 'plan_discount', 'plan_startup') group by subject_id
  ), asked as materialized (
    select cause_id as withdrawal_id, sum(amount_micros) as asked_micros
    from ledger.transfers where posting = 'withdrawal_asked' group by cause_id
  )
  select format('account %s holds %s, its entries come to %s', id,
    credits_posted_micros - debits_posted_micros, coalesce(balance_micros, 0)) as problem
  from ledger.accounts full join summed on account_id = id
  where credits_posted_micros - debits_posted_micros is distinct from coalesce(balance_micros, 0)
  union all
  select format('all accounts come to %s', sum(credits_posted_micros - debits_posted_micros)) from ledger.accounts
  having sum(credits_posted_micros - debits_posted_micros) <> 0
  union all
  select format('entry %s of account %s stands before an earlier one', number, account_id) from run where created_at < earlier_at
  union all
  select format('account %s is at %s after entry %s', account_id, balance_micros, number)
  from run join ledger.accounts on accounts.id = account_id
  where case side when 'credit' then balance_micros < 0 else balance_micros > 0 end
  union all
  select format('the lines of customer %s do not come to the wallet', coalesce(lines.customer_id, wallet.customer_id))
  from lines full join wallet using (customer_id)
  where (
    coalesce(lines.available, 0), coalesce(lines.pending_spend, 0), coalesce(lines.to_be_settled, 0),
    coalesce(lines.on_hold, 0), coalesce(lines.discount, 0), coalesce(lines.startup, 0)
  ) is distinct from (
    coalesce(wallet.available, 0), coalesce(wallet.pending_spend, 0), coalesce(wallet.to_be_settled, 0),
    coalesce(wallet.on_hold, 0), coalesce(wallet.discount, 0), coalesce(wallet.startup, 0)
  )
  union all
  select format('plan %s was answered %s times and placed with %s of %s', coalesce(plan.number, answered.plan_id),
    coalesce(answers, 0), coalesce(placed_micros, 0), plan.amount_micros)
  from (
    select outcome ->> 'plan_id' as plan_id, count(*) as answers from ledger.requests where action = 'plan.put' group by 1
  ) answered
  full join plans.plans plan on plan.plan_id::text = answered.plan_id
  left join placed on placed.plan_id = plan.plan_id
  where answers is distinct from 1 or placed_micros is distinct from plan.amount_micros
  union all
  select format('withdrawal %s was answered %s times and set aside with %s of %s', coalesce(withdrawal.number, answered.id),
    coalesce(answers, 0), coalesce(asked_micros, 0), withdrawal.amount_micros)
  from (
    select outcome ->> 'withdrawal_id' as id, count(*) as answers
    from ledger.requests where action = 'withdrawal.ask' group by 1
  ) answered
  full join wallet.withdrawals withdrawal on withdrawal.withdrawal_id::text = answered.id
  left join asked on asked.withdrawal_id = withdrawal.withdrawal_id
  where answers is distinct from 1 or asked_micros is distinct from withdrawal.amount_micros
`
