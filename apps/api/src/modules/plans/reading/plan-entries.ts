import type { OutputOf } from '@adtally/contract/call.ts'
import type { planEntries, ReceiptPart } from '@adtally/contract/plans/plans.ts'
import { type EntryFilter, entriesBehind } from '../../ledger/index.ts'
import type { Services } from '../../services.ts'
import { presentEntry } from '../../wallet/index.ts'
import { entriesOf } from '../placing/plan-available.ts'
import { ownedPlan } from './plan-cards.ts'

/** The entries that moved each part; the leader's available account has the same code as the customer's. */
const BETWEEN: Record<ReceiptPart, EntryFilter> = {
  coupon: { codes: ['plan_discount'] },
  startup: { codes: ['plan_startup'] },
  startup_return: { codes: ['customer_unsettled', 'promo'] },
  profit_share: { codes: [], posting: 'profit_shared' },
  rebate: { codes: ['fee_unearned', 'customer_available'] },
  available: { codes: ['customer_available'], not_posting: 'profit_shared' },
}

/**
 * A page of the ledger's entries of a customer's plan, or of one of its parts, newest first: those that it caused,
 * and those on its fund-flow lines (batches of events cause spend). Throws `plan_not_found`, `cursor_invalid`.
 */
export async function planEntriesPage(
  services: Services,
  customer_id: string,
  plan_id: string,
  page: { cursor?: string | undefined; limit: number; part?: ReceiptPart | undefined },
): Promise<OutputOf<typeof planEntries>> {
  const plan = await ownedPlan(services, customer_id, plan_id)
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const subject = await entriesOf(services, tx, plan)
    const between = page.part && BETWEEN[page.part]
    const { items, next_cursor } = await entriesBehind(tx, { ...subject, between }, page)
    return { items: items.map(presentEntry), next_cursor }
  })
}
