import type { Micros } from '@adtally/money/money.ts'
import { minuteOf } from '../events/minute-of.ts'
import type { EventSums } from '../events/processor.repository.ts'

/** A charged event, as far as its sums know it. */
export interface ChargedRow {
  readonly plan_id: string
  lease_id: string
  placement_id: string
  publisher_id: string
  occurred_at: Date
  charge_micros: Micros
  fee_micros: Micros
}

/** The sums of spans without the charges and fees of these of their events, which nobody pays. */
export function withoutCharges(sums: readonly EventSums[], uncharged: readonly ChargedRow[]): EventSums[] {
  const by_sum = Map.groupBy(uncharged, (row) => keyOf({ ...row, minute: minuteOf(row.occurred_at) }))
  return sums.map((sum) => {
    const rows = by_sum.get(keyOf(sum)) ?? []
    return {
      ...sum,
      charge_micros: rows.reduce((left, { charge_micros }) => left - charge_micros, sum.charge_micros),
      fee_micros: rows.reduce((left, { fee_micros }) => left - fee_micros, sum.fee_micros),
    }
  })
}

function keyOf(
  of: Pick<EventSums, 'plan_id' | 'lease_id' | 'placement_id' | 'publisher_id' | 'minute'>,
): string {
  return [of.plan_id, of.lease_id, of.placement_id, of.publisher_id, of.minute.getTime()].join(' ')
}
