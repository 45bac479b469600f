import type { Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { balances } from '../../ledger/index.ts'
import { owedTotals } from './owed.repository.ts'

/** The escrow that a plan would reserve. */
interface Reserving {
  plan: { advertiser_id: string; conversion_cap: bigint; payout_micros: bigint }
}

/** Each advertiser's debt; can't change while the escrow's accounts are locked. */
export async function owedBefore(
  tx: Transaction,
  payloads: readonly Reserving[],
): Promise<ReadonlyMap<string, Micros>> {
  return await owedTotals(tx, advertisersOf(payloads))
}

/**
 * The placings of a batch whose advertiser's escrow doesn't also cover what it owes, which is paid first (PRODUCT
 * §4). `owed` is from `owedBefore`; the escrow's accounts are locked.
 */
export async function beyondOwed<Payload extends Reserving>(
  tx: Transaction,
  payloads: readonly Payload[],
  owed: ReadonlyMap<string, Micros>,
): Promise<Set<Payload>> {
  const owing = payloads.filter(({ plan }) => (owed.get(plan.advertiser_id) ?? 0n) > 0n)
  if (owing.length === 0) return new Set()
  const advertiser_ids = advertisersOf(owing)
  const free = await balances(
    tx,
    advertiser_ids.map((owner_id) => ({ code: 'escrow', owner_id })),
  )
  const left = new Map(advertiser_ids.map((id, index) => [id, (free[index] ?? 0n) - (owed.get(id) ?? 0n)]))
  const refused = new Set<Payload>()
  for (const payload of owing) {
    const { advertiser_id, conversion_cap, payout_micros } = payload.plan
    const rest = (left.get(advertiser_id) ?? 0n) - conversion_cap * payout_micros
    if (rest < 0n) refused.add(payload)
    else left.set(advertiser_id, rest)
  }
  return refused
}

function advertisersOf(payloads: readonly Reserving[]): string[] {
  return [...new Set(payloads.map(({ plan }) => plan.advertiser_id))]
}
