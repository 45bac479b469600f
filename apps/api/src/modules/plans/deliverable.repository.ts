import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { DeliverablePlan } from './delivery-types.ts'

/**
 * Every plan that may be delivered now: matching or putting, before its end, paused ones included and marked. Changes
 * are announced on the channel `plans_changed`; reaching the end is not a change, so whoever keeps this looks at
 * `ends_at` too. Needs system scope.
 */
export async function deliverablePlans(tx: Transaction): Promise<DeliverablePlan[]> {
  const rows = await tx
    .selectFrom('plans.plans')
    .select([
      'plan_id',
      'customer_id',
      'product_id',
      'advertiser_id',
      'status',
      'paused',
      'amount_micros',
      'cash_micros',
      'payout_micros',
      'platform_fee_percent',
      'conversion_cap',
      'conversion_window_ms',
      'created_at',
      'ends_at',
    ])
    .where('status', 'in', ['matching', 'putting'])
    .where('ends_at', '>', sql<Date>`platform.now()`)
    .orderBy('plan_id')
    .execute()
  return rows.map(({ cash_micros, conversion_window_ms, status, ...plan }) => ({
    ...plan,
    status: status === 'putting' ? 'putting' : 'matching',
    official_only: cash_micros !== plan.amount_micros,
    conversion_window_ms: Number(conversion_window_ms),
  }))
}
