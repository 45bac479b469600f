import type { Client } from 'pg'

const ENTRIES_A_LINE = 25

/**
 * Writes ad billing entries on lines of 25, `of_this_month` of them in this month and the rest over the two years
 * before; past the program, as its owner, with the ledger's sums of ended days.
 */
export async function fillFundFlow(
  client: Client,
  filled: { customer_id: string; plan_id: string; entries: number; of_this_month: number },
): Promise<void> {
  const { customer_id, plan_id, entries, of_this_month } = filled
  const lines = entries / ENTRIES_A_LINE
  const recent = of_this_month / ENTRIES_A_LINE
  const month = `date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`
  // The newest lines are in this month up to now, all others spread evenly before it.
  const at = `case when number < ${recent}
    then now() - (now() - ${month}) * 0.9 * number / ${recent}
    else ${month} - interval '2 years' * (number - ${recent} + 1) / ${Math.max(lines - recent, 1) + 1} end`
  await client.query(
    `insert into ledger.flow_lines (customer_id, flow_id, type, subject_kind, subject_id, first_at, last_at,
       available_micros, pending_spend_micros, to_be_settled_micros, on_hold_micros, discount_micros, startup_micros)
     select $1, 'plan:' || $2 || ':bench:' || number, 'ad_billing', 'plan', $2, ${at}, ${at}, 0, -${ENTRIES_A_LINE}, 0, 0, 0, 0
     from generate_series(0, $3::int - 1) as number`,
    [customer_id, plan_id, lines],
  )
  await client.query(
    `insert into ledger.transfers (id, debit_account_id, credit_account_id, amount_micros, posting, cause_kind,
       cause_id, flow_id, created_at)
     select uuidv7(), ledger.account_id('plan_cash', $1, $2), reserved.id, 1, 'spend', 'spend_batch',
       gen_random_uuid(), flow_id, first_at
     from ledger.flow_lines
     cross join (select id from ledger.accounts where subject_id = $2 and code = 'escrow_reserved') as reserved
     cross join generate_series(1, ${ENTRIES_A_LINE})
     where customer_id = $1 and flow_id like 'plan:%:bench:%'
     order by first_at`,
    [customer_id, plan_id],
  )
  await client.query(
    `insert into ledger.month_sums (customer_id, month, type, available_micros, pending_spend_micros,
       to_be_settled_micros, on_hold_micros, discount_micros, startup_micros)
     select customer_id, date_trunc('month', first_at at time zone 'UTC')::date, type, 0, sum(pending_spend_micros), 0, 0, 0, 0
     from ledger.flow_lines where customer_id = $1 and flow_id like 'plan:%:bench:%'
       and first_at < (select until_at from ledger.summed_until)
     group by 1, 2, 3
     on conflict (customer_id, month, type) do nothing`,
    [customer_id],
  )
}
