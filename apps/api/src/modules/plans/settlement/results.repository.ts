import type { Micros } from '@adtally/money/money.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import type { ReceivableTable, ResultTable } from '../tables.ts'
import type { Receivable } from './settle.ts'

const micros = z.pipe(
  z.string(),
  z.transform((text: string) => BigInt(text)),
)
const kept = z.array(z.object({ id: z.string(), amount_micros: micros }))
const keptTransfers = z.object({ promo: kept, leader: kept, customer: kept, fee: kept, rebate: kept })

/** A settlement's transfers by payee, with what remains of each after reversals. */
export type SettlementTransfers = z.infer<typeof keptTransfers>

export type Result = Omit<Selectable<ResultTable>, 'transfers'> & { transfers: SettlementTransfers }
export type NewResult = Omit<Insertable<ResultTable>, 'transfers'> & { transfers: SettlementTransfers }

// The columns that the program sets; the database computes the others.
const RESULT_COLUMNS = [
  'plan_id',
  'revision',
  'customer_id',
  'product_id',
  'advertiser_id',
  'settled_at',
  'created_at',
  'cause',
  'policy_version',
  'amount_micros',
  'cash_spend_micros',
  'discount_spend_micros',
  'startup_spend_micros',
  'spend_fee_micros',
  'revenue_micros',
  'startup_return_micros',
  'profit_share_micros',
  'customer_micros',
  'rebate_micros',
  'platform_fee_micros',
  'related_spend_micros',
  'related_revenue_micros',
  'vip_id',
  'vip_fee_percent',
  'leader_id',
  'share_rate_percent',
  'share_carried_loss_micros',
  'verdict_id',
  'conversion_id',
  'restoration_id',
  'transfers',
] as const satisfies readonly (keyof NewResult)[]

const LEFT = sql<Micros>`(amount_micros - coalesce((
  select sum(amount_micros) from plans.receivable_reductions as reduction
  where reduction.receivable_id = receivables.receivable_id), 0))::bigint`

/** Stores a result; a later revision replaces an earlier one. */
export async function insertResult(tx: Transaction, result: NewResult): Promise<void> {
  await insertResults(tx, [result])
}

/** Like `insertResult`, for many plans. */
export async function insertResults(tx: Transaction, results: readonly NewResult[]): Promise<void> {
  if (results.length === 0) return
  const rows = JSON.stringify(results, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  const columns = sql.join(RESULT_COLUMNS.map((column) => sql.ref(column)))
  await sql`
    insert into plans.results (${columns})
    select ${columns} from jsonb_populate_recordset(null::plans.results, ${rows}::jsonb)`.execute(tx)
}

/** The current results of plans, by plan id; unsettled plans are absent. */
export async function resultsOf(tx: Transaction, plan_ids: readonly string[]): Promise<Map<string, Result>> {
  const rows = await tx
    .selectFrom('plans.results')
    .selectAll()
    .distinctOn('plan_id')
    .where('plan_id', '=', sql<string>`any (${[...new Set(plan_ids)]}::uuid[])`)
    .orderBy('plan_id')
    .orderBy('revision', 'desc')
    .execute()
  return new Map(
    rows.map((row) => [row.plan_id, { ...row, transfers: z.parse(keptTransfers, row.transfers) }]),
  )
}

/** Stores what a correction could not collect. */
export async function insertReceivable(
  tx: Transaction,
  receivable: Omit<Insertable<ReceivableTable>, 'created_at'>,
): Promise<void> {
  await tx
    .insertInto('plans.receivables')
    .values({ ...receivable, created_at: sql<Date>`platform.now()` })
    .execute()
}

/** What customers still have to repay, by customer id, oldest first; locked until the transaction ends. */
export async function holdReceivables(
  tx: Transaction,
  customer_ids: readonly string[],
): Promise<Map<string, Receivable[]>> {
  const ids = sql<string>`any (${[...customer_ids]}::uuid[])`
  // A separate statement, so that the next one sees what others committed meanwhile.
  await sql`select plans.hold_receivables(${[...customer_ids]}::uuid[])`.execute(tx)
  const rows = await tx
    .selectFrom('plans.receivables as receivables')
    .select([
      'customer_id',
      'receivable_id',
      'advertiser_id',
      'creditor_customer_id',
      LEFT.as('amount_micros'),
    ])
    .where('customer_id', '=', ids)
    .orderBy('receivable_id')
    .execute()
  const open = rows.filter(({ amount_micros }) => amount_micros > 0n)
  const by_customer = Map.groupBy(open, ({ customer_id }) => customer_id)
  return new Map([...by_customer].map(([customer_id, own]) => [customer_id, own.map(withoutCustomer)]))
}

function withoutCustomer({
  customer_id: _,
  ...receivable
}: Receivable & { customer_id: string }): Receivable {
  return receivable
}

/** One receivable with its remaining amount, or null. */
export async function receivableById(
  tx: Transaction,
  receivable_id: string,
): Promise<(Receivable & { customer_id: string }) | null> {
  const row = await tx
    .selectFrom('plans.receivables as receivables')
    .select([
      'receivable_id',
      'advertiser_id',
      'creditor_customer_id',
      'customer_id',
      LEFT.as('amount_micros'),
    ])
    .where('receivable_id', '=', receivable_id)
    .executeTakeFirst()
  return row ?? null
}

/** Reduces receivables: repaid by the settlement of `plan_id`, or written off if that is null. */
export async function reduceReceivables(
  tx: Transaction,
  reductions: readonly {
    reduction_id: string
    receivable_id: string
    customer_id: string
    plan_id: string | null
    amount_micros: Micros
  }[],
): Promise<void> {
  if (reductions.length === 0) return
  await tx
    .insertInto('plans.receivable_reductions')
    .values(reductions.map((reduction) => ({ ...reduction, created_at: sql<Date>`platform.now()` })))
    .execute()
}

/** A VIP month's settled plans by their current results, with their cash spend and rebates. */
export async function rebatesUnder(
  tx: Transaction,
  vip_id: string,
): Promise<{ plans: number; cash_spend_micros: Micros; rebate_micros: Micros }> {
  const { rows } = await sql<{ plans: number; cash_spend_micros: Micros; rebate_micros: Micros }>`
    select count(*)::int as plans, coalesce(sum(cash_spend_micros), 0)::bigint as cash_spend_micros,
      coalesce(sum(rebate_micros), 0)::bigint as rebate_micros
    from plans.results as result
    where vip_id = ${vip_id} and not exists (
      select from plans.results as later where later.plan_id = result.plan_id and later.revision > result.revision)`.execute(
    tx,
  )
  return rows[0] ?? { plans: 0, cash_spend_micros: 0n, rebate_micros: 0n }
}
