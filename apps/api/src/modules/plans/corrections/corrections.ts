import type { OutputOf } from '@adtally/contract/call.ts'
import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import type { chargebackRecord, planCorrections } from '@adtally/contract/plans/corrections.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { cutPage, keyOf } from '../../paging.ts'
import type { Services } from '../../services.ts'
import { twelveMonthsBefore } from '../products/loss-record.ts'
import { ownedPlan } from '../reading/plan-cards.ts'
import { type ChargebackSums, chargebackSums, correctionsOf } from './corrections.repository.ts'

/**
 * A page of corrections of the customer's own settled plan, newest first: both legs as differences, and the verdict
 * whose events are the evidence. Throws `plan_not_found`, `cursor_invalid`.
 */
export async function listCorrections(
  services: Services,
  customer_id: string,
  input: { plan_id: string; cursor?: string | undefined; limit?: number | undefined },
): Promise<OutputOf<typeof planCorrections>> {
  const { plan_id, limit = LIMIT_DEFAULT } = input
  const cursor = keyOf(input.cursor, isRevision)
  const before = cursor === undefined ? null : Number(cursor)
  await ownedPlan(services, customer_id, plan_id)
  const found = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    correctionsOf(tx, plan_id, { before, limit: limit + 1 }),
  )
  const { items, next_cursor } = cutPage(found, limit, ({ revision }) => String(revision))
  return {
    items: items.map((row) => ({
      revision: row.revision,
      at: row.created_at.toISOString(),
      cause: row.cause,
      verdict_id: row.verdict_id,
      spend: formatAmount(row.spend_micros),
      revenue: formatAmount(row.revenue_micros),
      customer: formatAmount(row.customer_micros),
      startup_return: formatAmount(row.startup_return_micros),
      profit_share: formatAmount(row.profit_share_micros),
      rebate: formatAmount(row.rebate_micros),
      platform_fee: formatAmount(row.platform_fee_micros),
      profit: formatAmount(row.profit_micros),
      owed: formatAmount(row.owed_micros),
    })),
    next_cursor,
  }
}

function isRevision(text: string): boolean {
  return /^[1-9]\d{0,3}$/.test(text)
}

const FRESH_MS = 60_000

/** The published chargeback record, cached for a minute per process. */
export class ChargebackRecords {
  #kept: { record: OutputOf<typeof chargebackRecord>; as_of_ms: number } | null = null

  /** Twelve months of chargebacks, of plans settled without a loss (or at exactly 0) and with one (PRODUCT §2.2). */
  async read({ database, clock }: Services): Promise<OutputOf<typeof chargebackRecord>> {
    const now = clock.now()
    if (this.#kept && now.getTime() - this.#kept.as_of_ms < FRESH_MS) return this.#kept.record
    const since = twelveMonthsBefore(now)
    const sums = await database.transaction({ kind: 'system' }, (tx) => chargebackSums(tx, since))
    const record = {
      since: since.toISOString(),
      as_of: now.toISOString(),
      winners: sideOf(sums.find(({ is_loser }) => !is_loser)),
      losers: sideOf(sums.find(({ is_loser }) => is_loser)),
    }
    this.#kept = { record, as_of_ms: now.getTime() }
    return record
  }
}

function sideOf(sums: ChargebackSums | undefined) {
  return {
    settled_plans: Number(sums?.settled_plans ?? 0n),
    corrected_plans: Number(sums?.corrected_plans ?? 0n),
    spend_returned: formatAmount(sums?.spend_returned_micros ?? 0n),
    revenue_reversed: formatAmount(sums?.revenue_reversed_micros ?? 0n),
  }
}
