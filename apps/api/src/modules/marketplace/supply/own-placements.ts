import { closePlacement, listPlacements, showTag } from '@adtally/contract/partner/supply.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { partnerVerb, scopeOf } from '../../partner-verb.ts'
import { listPageByKey } from '../../staff-list.ts'
import { closeOwnPlacement, type OwnPlacement, placementOf, placementsOf } from './own-supply.repository.ts'
import { tagsOf } from './tags.ts'

const LISTED_DEFAULT = 100

/** `list-placements`: a publisher's own, open or not. */
export const listPlacementsVerb = partnerVerb(listPlacements, async (services, partner, flags) => {
  const { items, next_cursor } = await listPageByKey(services, flags, {
    scope: scopeOf(partner),
    limit_default: LISTED_DEFAULT,
    read: (tx, after, rows_max) => placementsOf(tx, partner.party_id, after, rows_max),
    keyOf: ({ placement_id }) => placement_id,
  })
  return { items: items.map(shown), next_cursor }
})

function shown({ publisher_id: _, price_micros, is_open, ...placement }: OwnPlacement) {
  return { ...placement, price: formatAmount(price_micros), open: is_open }
}

/** `show-tag`: what makes a placement show something where it stands. */
export const showTagVerb = partnerVerb(showTag, async ({ database, settings }, partner, { placement_id }) => {
  const placement = await database.transaction(scopeOf(partner), (tx) =>
    placementOf(tx, partner.party_id, placement_id),
  )
  if (!placement) throw new Refusal('record_not_found', { field: 'placement_id' })
  const { name, stands_on, is_open } = placement
  return { placement_id, name, open: is_open, stands_on, ...tagsOf(placement, settings.public_origin) }
})

/** `close-placement`: by the publisher alone and at once. */
export const closePlacementVerb = partnerVerb(closePlacement, ({ database }, partner, { placement_id }) =>
  database.transaction(scopeOf(partner), async (tx) => {
    await audit.appendPartnerAct(tx, partner, {
      action: 'placement.closed',
      subject: { kind: 'placement', id: placement_id },
    })
    const closed = await closeOwnPlacement(tx, partner.session_token, placement_id)
    if (closed === null) throw new Refusal('record_not_found', { field: 'placement_id' })
    if (!closed) throw new Refusal('state_conflict', { field: 'placement_id' })
    return { placement_id, open: false }
  }),
)
