import { listOwnConversions, listTakenBack } from '@adtally/contract/partner/conversions.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { partnerVerb, scopeOf } from '../../partner-verb.ts'
import { listPageByKey } from '../../staff-list.ts'
import { conversionsOfAdvertiser, takenFromAdvertiser } from '../decisions/listing.repository.ts'

const PAGE_ROWS = 100

/** `list-conversions`: what an advertiser reported and what became of it, from the same rows as customers are told. */
export const listOwnConversionsVerb = partnerVerb(listOwnConversions, async (services, partner, flags) => {
  const { items, next_cursor } = await listPageByKey(services, flags, {
    scope: scopeOf(partner),
    limit_default: PAGE_ROWS,
    read: (tx, before, limit) =>
      conversionsOfAdvertiser(tx, partner.party_id, { before: before ?? null, limit }),
    keyOf: ({ event_id }) => event_id,
  })
  return {
    items: items.map(
      ({ event_id, click_id, occurred_at, product_id, goal, payout_micros, state, reason }) => ({
        conversion_id: event_id,
        click_id,
        at: occurred_at,
        product_id,
        goal,
        payout: formatAmount(payout_micros),
        state,
        reason,
      }),
    ),
    next_cursor,
  }
})

/** `list-taken-back`: which of an advertiser's conversions were found invalid later, by which rule, and what came back. */
export const listTakenBackVerb = partnerVerb(listTakenBack, async (services, partner, flags) => {
  const { items, next_cursor } = await listPageByKey(services, flags, {
    scope: scopeOf(partner),
    limit_default: PAGE_ROWS,
    read: (tx, before, limit) => takenFromAdvertiser(tx, partner.party_id, { before: before ?? null, limit }),
    keyOf: ({ event_id }) => event_id,
  })
  return {
    items: items.map(
      ({ event_id, occurred_at, decided_at, revenue_reversed_micros, is_restored, ...row }) => ({
        conversion_id: event_id,
        ...row,
        at: occurred_at,
        taken_back_at: decided_at,
        returned: formatAmount(revenue_reversed_micros),
        restored: is_restored,
      }),
    ),
    next_cursor,
  }
})
