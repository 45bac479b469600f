import type { OutputOf } from '@adtally/contract/call.ts'
import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import type { planConversions, planInvalid } from '@adtally/contract/plans/plans.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { placementNames, productsByIds } from '../../marketplace/index.ts'
import { cutPage, keyOf, type Page } from '../../paging.ts'
import { ownedPlan, verdictOf } from '../../plans/index.ts'
import type { Services } from '../../services.ts'
import { appealUntil } from '../appeals/file-appeal.ts'
import { presentAppeal } from '../appeals/present-appeal.ts'
import {
  type ListedInvalid,
  type ListPosition,
  listConversions,
  listInvalid,
} from '../decisions/listing.repository.ts'

export interface PlanPage {
  plan_id: string
  cursor?: string | undefined
  limit?: number | undefined
  /** For invalid events: only those behind this revision of the plan's result. */
  revision?: number | undefined
}

/** A page of the conversions of a customer's own plan. Throws `plan_not_found`, `cursor_invalid`. */
export async function conversionsOfPlan(
  services: Services,
  customer_id: string,
  page: PlanPage,
): Promise<OutputOf<typeof planConversions>> {
  const { product_id } = await ownedPlan(services, customer_id, page.plan_id)
  const { items, next_cursor } = await readPage(
    services,
    customer_id,
    page,
    (tx, position) => listConversions(tx, page.plan_id, position),
    ({ event_id }) => event_id,
  )
  const placement_ids = [...new Set(items.map(({ placement_id }) => placement_id))]
  // A customer's scope does not see placements and products, which belong to no customer.
  const [names, products] = await services.database.transaction({ kind: 'system' }, (tx) =>
    Promise.all([placementNames(tx, placement_ids), productsByIds(tx, [product_id])]),
  )
  return {
    items: items.map(({ event_id, occurred_at, goal, payout_micros, state, reason, placement_id }) => ({
      conversion_id: event_id,
      at: occurred_at.toISOString(),
      goal,
      goal_title: products.get(product_id)?.goals[goal] ?? goal,
      payout: formatAmount(payout_micros),
      state,
      reason,
      placement: names.get(placement_id)?.name ?? '',
    })),
    next_cursor,
  }
}

/** A page of the invalid events of a customer's own plan. Throws `plan_not_found`, `cursor_invalid`. */
export async function invalidOfPlan(
  services: Services,
  customer_id: string,
  page: PlanPage,
): Promise<OutputOf<typeof planInvalid>> {
  await ownedPlan(services, customer_id, page.plan_id)
  return await readPage(
    services,
    customer_id,
    page,
    async (tx, position) => {
      const { plan_id, revision } = page
      const verdict_id = revision === undefined ? null : await verdictOf(tx, plan_id, revision)
      if (revision !== undefined && verdict_id === null) return []
      const rows = await listInvalid(tx, plan_id, verdict_id, position)
      return rows.map(({ occurred_at, ...found }) => ({
        event_id: found.event_id,
        at: occurred_at.toISOString(),
        kind: found.kind,
        rule: found.rule,
        rule_version: found.rule_version,
        rule_text: found.rule_text,
        rule_figures: found.rule_figures,
        follows_from: found.follows_from,
        spend_returned: formatAmount(found.spend_returned_micros),
        revenue_reversed: formatAmount(found.revenue_reversed_micros),
        ...appealOf(services, found),
      }))
    },
    ({ event_id }) => event_id,
  )
}

/** Until when an event's verdict may be appealed, or the appeal that there is. */
function appealOf(
  services: Services,
  { decided_at, is_restored, may_appeal, ...found }: Omit<ListedInvalid, 'occurred_at'>,
): Pick<OutputOf<typeof planInvalid>['items'][number], 'appeal_until' | 'appeal'> {
  const { filed_at, grounds, decision, answer, appeal_decided_at } = found
  if (filed_at !== null && grounds !== null) {
    const told = { filed_at, grounds, decision, answer, decided_at: appeal_decided_at }
    return { appeal_until: null, appeal: presentAppeal(told, is_restored) }
  }
  return {
    appeal_until: may_appeal && decided_at !== null ? appealUntil(services, decided_at).toISOString() : null,
    appeal: null,
  }
}

/** The page after `cursor`, the previous page's last event; reads one more row to see whether another follows. */
async function readPage<Item>(
  services: Services,
  customer_id: string,
  page: PlanPage,
  read: (tx: Transaction, position: ListPosition) => Promise<Item[]>,
  idOf: (item: Item) => string,
): Promise<Page<Item>> {
  const { limit = LIMIT_DEFAULT } = page
  const before = keyOf(page.cursor) ?? null
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const found = await read(tx, { before, limit: limit + 1 })
    return cutPage(found, limit, idOf)
  })
}
