import { deliveryCounts } from '@adtally/contract/operator/market/delivery.ts'
import { placementNames } from '../../marketplace/index.ts'
import { staffVerb } from '../../module.ts'
import { readDecisionCounts, readPlayerErrors, readRefusals } from '../decisions/counters.repository.ts'
import { readAuctionCounts, readLossReasons } from '../openrtb/auction-ends.repository.ts'
import { fillByPlacement } from './fill-figures.ts'

const DAY_MS = 86_400_000

/**
 * `delivery-counts`: refusals of the last days by reason, by placement the fill rate, why others got nothing and what players
 * could not play, and what became of bids, with the prices that auctions told beside those that were bid.
 */
export const deliveryCountsVerb = staffVerb(deliveryCounts, (services, _staff, { days = 1 }) =>
  services.database.transaction({ kind: 'system' }, async (tx) => {
    const since = new Date(services.clock.now_ms() - days * DAY_MS)
    const counts = await readDecisionCounts(tx, since)
    const known = new Set(counts.map(({ placement_id }) => placement_id).filter((id) => id !== ''))
    return {
      since,
      refused: await readRefusals(tx, since),
      placements: fillByPlacement(counts, await placementNames(tx, [...known])),
      auctions: await readAuctionCounts(tx, since),
      losses: await readLossReasons(tx, since),
      player_errors: await readPlayerErrors(tx, since),
    }
  }),
)
