import { PASSWORD_LINK_MINUTES } from '@adtally/contract/operator/house/customers.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { CODE_ALPHABET, canonicalCode, inGroups } from '../../../lib/codes/spoken-code.ts'
import type { People, Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import { shownOnce } from '../../shown-once.ts'
import { tokenHash } from '../sessions/tokens.ts'
import { insertLink } from './links.repository.ts'
import { addressOf } from './links.ts'

const MINUTE_MS = 60_000
const CODE_LENGTH = 16

/** The code that is asked for beside a link: 80 bits, for who proposes it to hand over by word; for one request always the same. */
export function linkCode({ settings }: Services, { staff_id, request_id = newId() }: Staff): string {
  // A byte chooses one of 32 letters evenly.
  const bytes = shownOnce(settings.secret, ['link code', staff_id, request_id]).subarray(0, CODE_LENGTH)
  return inGroups([...bytes].map((byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join(''))
}

/** What is kept of a code, however it was typed; of what can't be one, of nothing. */
export function linkCodeHash(typed: string): Buffer {
  return tokenHash(canonicalCode(typed, CODE_LENGTH) ?? '')
}

/** The link to a new password that whoever approves hands over; for one approval always the same. */
export function givenLink(services: Services, people: People): { link: string; good_for_minutes: number } {
  const link = `${addressOf(services, 'password', tokenOf(services, people))}&code`
  return { link, good_for_minutes: PASSWORD_LINK_MINUTES }
}

/** Stores the link of `givenLink`, which opens nothing without its code. */
export async function keepGivenLink(
  services: Services,
  tx: Transaction,
  people: People,
  link: { customer_id: string; email: string; code_hash: Buffer },
): Promise<void> {
  const link_hash = tokenHash(tokenOf(services, people))
  await insertLink(tx, { ...link, kind: 'password', link_hash }, PASSWORD_LINK_MINUTES * MINUTE_MS)
}

function tokenOf({ settings }: Services, { proposal_id, checker }: People): string {
  return shownOnce(settings.secret, ['link', proposal_id, checker.staff_id]).toString('base64url')
}
