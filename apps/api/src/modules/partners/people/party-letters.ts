import type { Transaction } from '../../../database/database.ts'
import { postLetter } from '../../mail/index.ts'
import type { Services } from '../../services.ts'
import { addressesOf, type Person } from '../repository.ts'

/** As long as what it tells can still be undone. */
const LIFE_MS = 259_200_000

/** A letter to people of a partner: its subject, and its paragraphs. */
interface PartyLetter {
  subject: string
  text: readonly string[]
}

/** Writes to everybody of a party, and to whoever was removed within the last week. */
export async function tellParty(
  services: Services,
  tx: Transaction,
  party_id: string,
  letter: PartyLetter,
): Promise<void> {
  await write(services, tx, await addressesOf(tx, party_id, 'everybody'), letter)
}

/**
 * Tells a party's owners, and whom it is about if they have ever signed in, what was done about one of its people: a stolen
 * owner's login could otherwise take the company without a word to anybody.
 */
export async function tellOwners(
  services: Services,
  tx: Transaction,
  party_id: string,
  { about, ...letter }: PartyLetter & { about?: Pick<Person, 'email' | 'state'> },
): Promise<void> {
  const owners = await addressesOf(tx, party_id, 'owners')
  // An address that was only invited may be anybody's.
  const known = about === undefined || about.state === 'invited' ? [] : [about.email]
  await write(services, tx, [...owners, ...known], letter)
}

async function write(
  services: Services,
  tx: Transaction,
  addresses: readonly string[],
  { subject, text }: PartyLetter,
): Promise<void> {
  for (const to of new Set(addresses))
    await postLetter(services, tx, { to, subject, text: text.join('\n\n') }, LIFE_MS)
}

/** A moment as a letter says it: `1 December 2026 at 21:06 UTC`. */
export function momentText(at: Date): string {
  return `${MOMENT.format(at)} UTC`
}

const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
