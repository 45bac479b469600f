import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { PLATFORM_ID, type PostedSum, postedHere } from '../../ledger/index.ts'
import { moneyText, type ProposalFacts } from '../../proposal-facts.ts'
import type { Services } from '../../services.ts'

/** The facts as they are kept, shown and compared. */
export interface SeenFacts extends Omit<ProposalFacts, 'sum_micros'> {
  /** In decimal digits, as JSON carries it; null where it is about no money. */
  sum_micros: string | null
  /** One sentence per booking; null if it was never tried: the program proposed it, it draws a number, or nobody may approve it. */
  booked: string[] | null
}

/** Facts as they are kept, with what was booked on trial. */
export function seenFacts({ sum_micros, ...facts }: ProposalFacts, booked: string[] | null): SeenFacts {
  return { ...facts, sum_micros: sum_micros?.toString() ?? null, booked }
}

/** Facts as they are answered: the sum in major units. */
export function shownFacts({ says, before, after, sum_micros, booked }: SeenFacts) {
  return { says, before, after, sum: sum_micros === null ? null : formatAmount(BigInt(sum_micros)), booked }
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
export function factsHash(
  payload_hash: string,
  { says, before, after, sum_micros, booked }: SeenFacts,
): string {
  const text = JSON.stringify([payload_hash, says, sorted(before), sorted(after), sum_micros, booked])
  return createHash('sha256').update(text).digest('hex')
}

function sorted(facts: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(facts).sort(([left], [right]) => (left < right ? -1 : 1))
}

/**
 * Whether a digest is that of the facts as they are. Where the facts were proposed untried, so is the digest of whoever saw
 * just that; what is booked then follows from them.
 */
export function isOfFacts(
  facts_hash: string,
  { payload_hash, facts }: { payload_hash: string; facts: SeenFacts },
  now: SeenFacts,
): boolean {
  const seen = facts.booked === null ? [now, { ...now, booked: null }] : [now]
  return seen.some((each) => factsHash(payload_hash, each) === facts_hash)
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
