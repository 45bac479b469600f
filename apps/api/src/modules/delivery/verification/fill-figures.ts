import type { NoFillReason } from '@adtally/contract/operator/market/delivery.ts'
import type { PlacementName } from '../../marketplace/index.ts'
import { percentOf } from '../../plans/index.ts'
import type { DecisionOutcome } from '../decisions/selection.ts'

/** Requests for an advertisement of one placement, or of none that is known, by what became of them. */
export interface OutcomeCount {
  placement_id: string
  outcome: DecisionOutcome
  count: bigint
}

/** How a placement was filled. */
export interface PlacementFill {
  /** Empty where the requests named no placement that is known. */
  placement_id: string
  placement: string | null
  publisher: string | null
  requests: string
  filled: string
  /** Percent of the requests that got an advertisement, one decimal. */
  fill_percent: string | null
  /** The other requests by reason, most frequent first. */
  not_filled: { reason: NoFillReason; count: string }[]
}

/** Fill rate and reasons by placement, of `counts`, most requests first. */
export function fillByPlacement(
  counts: readonly OutcomeCount[],
  names: ReadonlyMap<string, PlacementName>,
): PlacementFill[] {
  const by_placement = Map.groupBy(counts, ({ placement_id }) => placement_id)
  return [...by_placement]
    .map(([placement_id, rows]) => ({ placement_id, rows, requests: sumOf(rows) }))
    .toSorted(
      (one, other) =>
        Number(other.requests - one.requests) || (one.placement_id < other.placement_id ? -1 : 1),
    )
    .map(({ placement_id, rows, requests }) => {
      const name = names.get(placement_id)
      const filled = sumOf(rows.filter(({ outcome }) => outcome === 'filled'))
      return {
        placement_id,
        placement: name?.name ?? null,
        publisher: name?.publisher_name ?? null,
        requests: String(requests),
        filled: String(filled),
        fill_percent: percentOf(filled, requests),
        not_filled: rows
          .toSorted((one, other) => Number(other.count - one.count))
          .flatMap(({ outcome, count }) =>
            outcome === 'filled' ? [] : { reason: outcome, count: String(count) },
          ),
      }
    })
}

function sumOf(rows: readonly OutcomeCount[]): bigint {
  return rows.reduce((sum, { count }) => sum + count, 0n)
}
