import type { PlanStatus } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type {} from '../tables.ts'

/** The total placed in a customer's plans of a period; null is open-ended (PRODUCT §6, "Invested"). */
export async function investedIn(
  tx: Transaction,
  customer_id: string,
  from: Date | null,
  until: Date | null,
): Promise<Micros> {
  const { rows } = await sql<{ amount_micros: Micros }>`
    select coalesce(sum(amount_micros), 0)::bigint as amount_micros from plans.plans
    where customer_id = ${customer_id}
      and (${from}::timestamptz is null or created_at >= ${from})
      and (${until}::timestamptz is null or created_at < ${until})`.execute(tx)
  return rows[0]?.amount_micros ?? 0n
}

/** Those of the given plans whose figures are final. */
export async function settledAmong(tx: Transaction, plan_ids: readonly string[]): Promise<Set<string>> {
  if (plan_ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('plans.plans')
    .select('plan_id')
    .where('plan_id', 'in', [...plan_ids])
    .where('status', '=', 'settled')
    .execute()
  return new Set(rows.map(({ plan_id }) => plan_id))
}

/** A customer's plans in delivery. */
export async function runningPlans(tx: Transaction, customer_id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('plans.plans')
    .select('plan_id')
    .where('customer_id', '=', customer_id)
    .where('status', 'in', ['matching', 'putting'])
    .execute()
  return rows.map(({ plan_id }) => plan_id)
}

/** The next customers after an id (null: from the first) with a plan in delivery, in the order of ids. */
export async function customersRunningAfter(
  tx: Transaction,
  customer_id: string | null,
  limit: number,
): Promise<string[]> {
  const query = tx
    .selectFrom('plans.plans')
    .select('customer_id')
    .distinct()
    .where('status', 'in', ['matching', 'putting'])
  const rest = customer_id === null ? query : query.where('customer_id', '>', customer_id)
  const rows = await rest.orderBy('customer_id').limit(limit).execute()
  return rows.map((row) => row.customer_id)
}

/** How many customers have a plan in delivery. */
export async function countCustomersRunning(tx: Transaction): Promise<number> {
  const { rows } = await sql<{ customers: number }>`
    select count(distinct customer_id)::int as customers from plans.plans
    where status in ('matching', 'putting')`.execute(tx)
  return rows[0]?.customers ?? 0
}

/** Numbers and products of plans, by plan id; unknown ids are absent. Row-level security applies. */
export async function plansNamed(
  tx: Transaction,
  plan_ids: readonly string[],
): Promise<Map<string, { number: string; product_id: string; status: PlanStatus; policy_version: number }>> {
  if (plan_ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('plans.plans')
    .select(['plan_id', 'number', 'product_id', 'status', 'policy_version'])
    .where('plan_id', 'in', [...new Set(plan_ids)])
    .execute()
  return new Map(rows.map(({ plan_id, ...plan }) => [plan_id, plan]))
}

/** Numbers of those of these plans that a publisher has earned by. System scope, or its own party's. */
export async function numbersOfPublisher(
  tx: Transaction,
  publisher_id: string,
  plan_ids: readonly string[],
): Promise<Map<string, string>> {
  if (plan_ids.length === 0) return new Map()
  const { rows } = await sql<{ plan_id: string; number: string }>`
    select plan_id, number
    from plans.numbers_of_publisher(${publisher_id}::uuid, ${[...new Set(plan_ids)]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ plan_id, number }) => [plan_id, number]))
}

interface SettledSpend {
  plans: number
  spend_micros: Micros
  cash_spend_outside_vip_micros: Micros
}

/**
 * The spend of a customer's plans settled after `since`, by their current results; cash spend only of those settled
 * outside VIP months, as VIP's rebate went to the others (PRODUCT §3).
 */
export async function settledSpend(tx: Transaction, customer_id: string, since: Date): Promise<SettledSpend> {
  const { rows } = await sql<SettledSpend>`
    select count(*)::int as plans, coalesce(sum(spend_micros), 0)::bigint as spend_micros,
      coalesce(sum(cash_spend_micros) filter (where vip_id is null), 0)::bigint as cash_spend_outside_vip_micros
    from plans.results as result
    where customer_id = ${customer_id} and settled_at > ${since} and not exists (
      select from plans.results as later where later.plan_id = result.plan_id and later.revision > result.revision)`.execute(
    tx,
  )
  return rows[0] ?? { plans: 0, spend_micros: 0n, cash_spend_outside_vip_micros: 0n }
}
