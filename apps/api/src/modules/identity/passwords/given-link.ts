import { PASSWORD_LINK_MINUTES } from '@adtally/contract/operator/house/customers.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import type { People, Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import { shownOnce } from '../../shown-once.ts'
import { tokenHash } from '../sessions/tokens.ts'
import { insertLink } from './links.repository.ts'
import { addressOf } from './links.ts'

const MINUTE_MS = 60_000
const CODE_BYTES = 10
/** Crockford's, without letters that are taken for digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The code that is asked for beside a link: 80 bits, for who proposes it to hand over by word; for one request always the same. */
export function linkCode({ settings }: Services, { staff_id, request_id = newId() }: Staff): string {
  const bytes = shownOnce(settings.secret, ['link code', staff_id, request_id]).subarray(0, CODE_BYTES)
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = Array.from(
    { length: 16 },
    (_, place) => ALPHABET[Number.parseInt(bits.slice(place * 5, place * 5 + 5), 2)],
  )
  return [0, 4, 8, 12].map((at) => letters.slice(at, at + 4).join('')).join('-')
}

/** What is kept of a code, however it was typed: with or without dashes and blanks, in small letters, O for 0, I and L for 1. */
export function linkCodeHash(code: string): Buffer {
  const letters = code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return tokenHash(letters)
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
