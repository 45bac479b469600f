import { listStatistics } from '@adtally/contract/partner/delivery.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { dayBounds } from '../../../lib/time-zones.ts'
import { placementNames } from '../../marketplace/index.ts'
import { partnerVerb, scopeOf } from '../../partner-verb.ts'
import { listPage } from '../../staff-list.ts'
import { placementSpans, SPAN_PLACE } from './placement-figures.repository.ts'

const LISTED_DEFAULT = 100

/** `list-statistics`: a publisher's placements by hour or day, from the same roll-up that `statistics-verify` recomputes. */
export const listStatisticsVerb = partnerVerb(
  listStatistics,
  async (services, partner, { step = 'day', placement_id, from, until, ...flags }) => {
    if (from !== undefined && until !== undefined && until < from)
      throw new Refusal('range_reversed', { field: 'until' })
    const wanted = {
      step: step === 'day' ? ('days' as const) : ('hours' as const),
      publisher_id: partner.party_id,
      placement_id,
      from_at: from === undefined ? undefined : dayBounds(from, 'UTC').from_at,
      until_at: until === undefined ? undefined : dayBounds(until, 'UTC').until_at,
    }
    const scope = scopeOf(partner)
    const { items, next_cursor } = await listPage(services, flags, {
      scope,
      limit_default: LISTED_DEFAULT,
      parts: SPAN_PLACE,
      read: (tx, after, rows_max) => placementSpans(tx, wanted, after, rows_max),
    })
    const names = await services.database.transaction(scope, (tx) =>
      placementNames(tx, [...new Set(items.map((item) => item.placement_id))]),
    )
    return {
      items: items.map((item) => ({
        begins_at: item.begins_at,
        placement_id: item.placement_id,
        placement: names.get(item.placement_id)?.name ?? item.placement_id,
        impressions: Number(item.impressions),
        viewables: Number(item.viewables),
        clicks: Number(item.clicks),
        conversions: Number(item.conversions),
        invalid_events: Number(item.invalid_events),
        earned: formatAmount(item.earned_micros),
      })),
      next_cursor,
    }
  },
)
