import * as z from 'zod/mini'
import { placementNames } from '../../marketplace/index.ts'
import { staffVerb } from '../../module.ts'
import { readDecisionCounts, readRefusals } from '../decisions/counters.repository.ts'
import { readAuctionCounts, readLossReasons } from '../openrtb/auction-ends.repository.ts'
import { fillByPlacement } from './fill-figures.ts'

const DAY_MS = 86_400_000

/**
 * `delivery-counts`: refusals of the last days by reason, by placement the fill rate and why others got nothing, and what
 * became of bids, with the prices that auctions told beside those that were bid.
 */
export const deliveryCountsVerb = staffVerb({
  name: 'delivery-counts',
  summary:
    'Events refused by reason, each placement’s fill rate with why requests got nothing, and what became of bids: --days 1',
  roles: ['support', 'content', 'finance_maker', 'finance_checker', 'risk', 'auditor', 'admin'],
  input: z.strictObject({
    days: z.optional(z.string().check(z.regex(/^([1-9]|[1-8]\d|90)$/, 'field_invalid'))),
  }),
  run: (services, _staff, { days }) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const since = new Date(services.clock.now_ms() - Number(days ?? '1') * DAY_MS)
      const refused = await readRefusals(tx, since)
      const counts = await readDecisionCounts(tx, since)
      const known = new Set(counts.map(({ placement_id }) => placement_id).filter((id) => id !== ''))
      return {
        since: since.toISOString(),
        refused: refused.map((row) => ({ ...row, count: String(row.count) })),
        placements: fillByPlacement(counts, await placementNames(tx, [...known])),
        auctions: (await readAuctionCounts(tx, since)).map(({ placement_id, ...auctions }) => ({
          placement_id,
          ...textsOf(auctions),
        })),
        losses: (await readLossReasons(tx, since)).map(({ loss_reason, count }) => ({
          loss_reason,
          count: String(count),
        })),
      }
    }),
})

function textsOf(counts: Readonly<Record<string, bigint>>): Record<string, string> {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)]))
}
