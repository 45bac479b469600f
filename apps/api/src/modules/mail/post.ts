import * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { openText, sealText } from '../../lib/sealed-text.ts'
import type { Services } from '../services.ts'
import { insertLetter } from './letters.repository.ts'

const letter = z.strictObject({ to: z.string(), subject: z.string(), text: z.string() })

/** An e-mail as its reader gets it: plain text, in their language. */
export type Letter = z.infer<typeof letter>

/** Whether this program sends e-mail; what is posted where it does not is not kept. */
export function isMailSetUp({ settings }: Pick<Services, 'settings'>): boolean {
  return settings.mail !== null
}

/**
 * Sends a letter if and only if the transaction commits, unless no mail is set up. It is kept encrypted until it has gone,
 * since it may hold a link that opens an account; what could not be sent within `life_ms` is not sent any more.
 */
export async function postLetter(
  services: Services,
  tx: Transaction,
  content: Letter,
  life_ms: number,
): Promise<void> {
  if (!isMailSetUp(services)) return
  const letter_id = newId()
  const letter_sealed = sealText(keyOf(services), letter_id, JSON.stringify(content))
  await insertLetter(tx, { letter_id, letter_sealed, life_ms })
}

/** A letter as it was posted. */
export function openLetter(services: Services, letter_id: string, letter_sealed: Buffer): Letter {
  return z.parse(letter, JSON.parse(openText(keyOf(services), letter_id, letter_sealed)))
}

function keyOf({ settings }: Services): Buffer {
  return settings.secret('mail-letters')
}
