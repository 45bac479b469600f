import type { Micros } from '@adtally/money/money.ts'
import type { EventSums } from './processor.repository.ts'

/** Valid charges, by lease. */
export function chargesByLease(sums: readonly EventSums[]): Map<string, Micros> {
  const charges = new Map<string, Micros>()
  for (const { lease_id, charge_micros } of sums) {
    if (charge_micros > 0n) charges.set(lease_id, (charges.get(lease_id) ?? 0n) + charge_micros)
  }
  return charges
}
