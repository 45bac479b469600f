import type { Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { newToken, tokenHash } from '../sessions/tokens.ts'
import { type GrantRow, insertGrant, lockUsable, markUsed } from './grants.repository.ts'

const GRANT_MS = 5 * 60_000

/** What a grant permits, once. */
export interface GrantUse {
  grant: string
  customer_id: string
  amount_micros: Micros
  beneficiary_id: string
}

/** Permits one withdrawal of this amount to this beneficiary within five minutes (PRODUCT §7). */
export async function giveGrant(
  tx: Transaction,
  use: Omit<GrantUse, 'grant'>,
): Promise<{ grant: string; expires_at: Date }> {
  const grant = newToken()
  const expires_at = await insertGrant(tx, { ...use, grant_hash: tokenHash(grant) }, GRANT_MS)
  return { grant, expires_at }
}

/** Unused, unexpired grants that a transaction has locked. */
export type HeldGrants = ReadonlyMap<string, GrantRow>

/** For a money action's `look`: locks the usable ones among these grants. Writes nothing. */
export async function holdGrants(tx: Transaction, grants: readonly string[]): Promise<HeldGrants> {
  const usable = await lockUsable(tx, grants.map(tokenHash))
  return new Map(usable.map((row) => [row.grant_hash, row]))
}

/**
 * For a money action's `check`: for each use, null where its held grant is valid, and `grant_invalid` where it is
 * unknown, used, ended, another customer's or for another amount or beneficiary. Of two uses of one grant in a batch
 * the first is valid.
 */
export function grantRefusals(held: HeldGrants, uses: readonly GrantUse[]): (Refusal | null)[] {
  const usable = new Map(held)
  return uses.map((use) => {
    const key = tokenHash(use.grant).toString('hex')
    const row = usable.get(key)
    const is_good =
      row !== undefined &&
      row.customer_id === use.customer_id &&
      row.amount_micros === use.amount_micros &&
      row.beneficiary_id === use.beneficiary_id
    if (!is_good) return new Refusal('grant_invalid', { field: 'grant' })
    usable.delete(key)
    return null
  })
}

/**
 * For a money action's `record`, in the transaction that checked them: marks the grants used. Throws where one was
 * used already, so that nothing commits on an unchecked grant.
 */
export async function useGrants(tx: Transaction, grants: readonly string[]): Promise<void> {
  if (grants.length === 0) return
  const used = await markUsed(tx, grants.map(tokenHash))
  if (used !== grants.length) throw new Error(`${grants.length - used} grants were used without a check`)
}
