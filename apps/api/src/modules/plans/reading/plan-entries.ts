import type { OutputOf } from '@adtally/contract/call.ts'
import type { planEntries, ReceiptPart } from '@adtally/contract/plans/plans.ts'
import { type EntryFilter, entriesBehind } from '../../ledger/index.ts'
import type { Services } from '../../services.ts'
import { presentEntry } from '../../wallet/index.ts'
import { entriesOf } from '../placing/plan-available.ts'
import { ownedPlan } from './plan-cards.ts'

/** Which entries moved a part; a leader's available funds bear the name of the customer's. */
const BETWEEN: Record<ReceiptPart, EntryFilter> = {
  coupon: { codes: ['plan_discount'] },
  startup: { codes: ['plan_startup'] },
  startup_return: { codes: ['customer_unsettled', 'promo'] },
  profit_share: { codes: [], posting: 'profit_shared' },
  rebate: { codes: ['fee_unearned', 'customer_available'] },
  available: { codes: ['customer_available'], not_posting: 'profit_shared' },
}

/**
 * A page of the ledger's entries behind a customer's plan, newest first: what the plan caused, and what lies on its
 * fund-flow lines (spend is caused by batches of events); or of one part alone. Throws `plan_not_found`, `cursor_invalid`.
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
