import type { Transaction } from '../../../database/database.ts'
import type { Partner } from '../../partner-verb.ts'
import { momentText, tellParty } from '../../partners/index.ts'
import type { Services } from '../../services.ts'

/** Tells everybody of a party that one of them asked for a bank account, and until when an owner can withdraw that. */
export async function tellAccountChange(
  services: Services,
  tx: Transaction,
  { email, party_id }: Partner,
  {
    account_masked,
    settable_at,
    has_account,
  }: { account_masked: string; settable_at: Date; has_account: boolean },
): Promise<void> {
  const until = momentText(settable_at)
  await tellParty(services, tx, party_id, {
    subject: has_account ? 'Another bank account was asked for' : 'A bank account was asked for',
    text: [
      `${email} asked that you be paid to the bank account ${account_masked}.`,
      `Two people of our office set it, not before ${until}.${has_account ? ' You are paid to your present account until then.' : ''}`,
      `If you did not want this, have an owner withdraw it before ${until}: “Withdraw account change” in your pages. If you can’t sign in any more, write to us at once.`,
    ],
  })
}

/** Tells everybody of a party that a change was withdrawn. */
export async function tellAccountWithdrawn(
  services: Services,
  tx: Transaction,
  { email, party_id }: Partner,
): Promise<void> {
  await tellParty(services, tx, party_id, {
    subject: 'The bank account that was asked for was withdrawn',
    text: [`${email} withdrew it. Where you are paid has not changed.`],
  })
}

/** Tells everybody of a party where they are paid from now on. */
export async function tellAccountSet(
  services: Services,
  tx: Transaction,
  party_id: string,
  account_masked: string,
): Promise<void> {
  await tellParty(services, tx, party_id, {
    subject: 'Your bank account was set',
    text: [
      `From now on you are paid to the bank account ${account_masked}. Two people of our office set it.`,
      'If that is not your account, write to us at once.',
    ],
  })
}
