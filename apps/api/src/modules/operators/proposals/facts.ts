import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '../../../database/database.ts'
import { PLATFORM_ID, type PostedSum, postedHere } from '../../ledger/index.ts'
import { moneyText, type ProposalFacts } from '../../proposal-facts.ts'
import type { Services } from '../../services.ts'

export interface SeenFacts extends ProposalFacts {
  /** One sentence per booking; null if it was never tried, as when the program proposes. */
  booked: string[] | null
}

/** What this transaction has posted, one sentence each, naming owners other than the platform and `customer_id`. */
export async function bookedHere(
  services: Services,
  tx: Transaction,
  customer_id: string | null,
): Promise<string[]> {
  const known = new Set([PLATFORM_ID, customer_id])
  const nameOf = (code: string, owner_id: string) => (known.has(owner_id) ? code : `${code} of ${owner_id}`)
  const sentenceOf = (sum: PostedSum) =>
    `${moneyText(services, sum.amount_micros)} from ${nameOf(sum.debit_code, sum.debit_owner_id)} to ${nameOf(sum.credit_code, sum.credit_owner_id)} (${sum.posting})`
  return (await postedHere(tx)).map(sentenceOf)
}

/** SHA-256 (hexadecimal) of what somebody saw; a checker names it to approve exactly that. */
export function factsHash(payload_hash: string, { says, before, after, booked }: SeenFacts): string {
  const text = JSON.stringify([payload_hash, says, sorted(before), sorted(after), booked])
  return createHash('sha256').update(text).digest('hex')
}

function sorted(facts: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(facts).sort(([left], [right]) => (left < right ? -1 : 1))
}

/** Whether the facts are still as seen; bookings count only if they were tried then. */
export function areSame(seen: SeenFacts, now: SeenFacts): boolean {
  return (
    isDeepStrictEqual({ ...seen, booked: null }, { ...now, booked: null }) &&
    (seen.booked === null || isDeepStrictEqual(seen.booked, now.booked))
  )
}

/** The facts in one line, so that a message can show two versions for comparison. */
export function factsText({ says, before, after, booked }: SeenFacts): string {
  const pairs = (facts: Readonly<Record<string, string>>) =>
    sorted(facts)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')
  const parts = [says, `before: ${pairs(before) || '–'}`, `after: ${pairs(after) || '–'}`]
  return [...parts, ...(booked === null ? [] : [`booked: ${booked.join('; ') || '–'}`])].join(' | ')
}

/** Whether an act would change nothing. */
export function changesNothing({ before, after, booked }: SeenFacts): boolean {
  return Object.keys(before).length > 0 && isDeepStrictEqual(before, after) && booked?.length === 0
}
