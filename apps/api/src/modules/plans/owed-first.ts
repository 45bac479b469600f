import type { Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { balances } from '../ledger/index.ts'
import { owedTotals } from './owed.repository.ts'

/** What a plan would set aside of its advertiser's escrow. */
interface Reserving {
  plan: { advertiser_id: string; conversion_cap: bigint; payout_micros: bigint }
  /** What the advertiser owes, as `noteOwed` found it. */
  owed_micros: Micros
}

/** Notes what their advertisers owe. Once the escrow's accounts are locked it stays so. */
export async function noteOwed(tx: Transaction, payloads: readonly Reserving[]): Promise<void> {
  const owed = await owedTotals(tx, advertisersOf(payloads))
  for (const payload of payloads) payload.owed_micros = owed.get(payload.plan.advertiser_id) ?? 0n
}

/**
 * Those of a batch whose advertiser has too little escrow beyond what it owes: what is owed is paid first (PRODUCT §4),
 * also before it was. The escrow's accounts are locked.
 */
export async function beyondOwed<Payload extends Reserving>(
  tx: Transaction,
  payloads: readonly Payload[],
): Promise<Set<Payload>> {
  const owing = payloads.filter(({ owed_micros }) => owed_micros > 0n)
  if (owing.length === 0) return new Set()
  const owed = new Map(owing.map(({ plan, owed_micros }) => [plan.advertiser_id, owed_micros]))
  const advertiser_ids = advertisersOf(owing)
  const free = await balances(
    tx,
    advertiser_ids.map((owner_id) => ({ code: 'escrow', owner_id })),
  )
  const left = new Map(
    advertiser_ids.map((id, index) => [id, (free[index]?.free_micros ?? 0n) - (owed.get(id) ?? 0n)]),
  )
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
