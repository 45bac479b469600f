import type { Transaction } from '../../../database/database.ts'
import { postLetter } from '../../mail/index.ts'
import type { Partner } from '../../partner-verb.ts'
import { peopleOf } from '../../partners/index.ts'
import type { Services } from '../../services.ts'

/** Later than this the account may be set. */
const LIFE_MS = 86_400_000

/** Tells everybody of a party that one of them asked for another bank account, and until when an owner can withdraw it. */
export async function tellAccountChange(
  services: Services,
  tx: Transaction,
  { email, party_id }: Partner,
  { account_masked, settable_at }: { account_masked: string; settable_at: Date },
): Promise<void> {
  const subject = 'Another bank account was asked for'
  const text = [
    `${email} asked that you be paid to the bank account ${account_masked}.`,
    `Your present account stands until two people of our office set the new one, which they can't do before ${settable_at.toISOString()}.`,
    'If it is not right, have an owner withdraw it before then, at "Bank account" in your pages.',
  ].join('\n\n')
  for (const person of await peopleOf(tx, party_id)) {
    if (person.state === 'active')
      await postLetter(services, tx, { to: person.email, subject, text }, LIFE_MS)
  }
}
