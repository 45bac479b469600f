import * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { openText, sealText } from '../../lib/sealed-text.ts'
import type { Services } from '../services.ts'
import { insertLetter } from './letters.repository.ts'

const letter = z.strictObject({ to: z.string(), subject: z.string(), text: z.string() })

/** An e-mail in its reader's language, in plain text. */
export type Letter = z.infer<typeof letter>

/** Whether this program sends e-mail; without, posted letters are not kept. */
export function isMailSetUp({ settings }: Pick<Services, 'settings'>): boolean {
  return settings.mail !== null
}

/**
 * Sends a letter only if the transaction commits, unless no mail is set up. It is stored encrypted, since it may hold
 * a link that opens an account, and dropped if it could not be sent within `life_ms`.
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

/** Decrypts a letter as it was posted. */
export function openLetter(services: Services, letter_id: string, letter_sealed: Buffer): Letter {
  return z.parse(letter, JSON.parse(openText(keyOf(services), letter_id, letter_sealed)))
}

function keyOf({ settings }: Services): Buffer {
  return settings.secret('mail-letters')
}
