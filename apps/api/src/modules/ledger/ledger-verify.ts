import { ledgerVerify } from '@adtally/contract/operator/finance/books.ts'
import { staffVerb } from '../module.ts'
import { type LedgerVerification, verifyLedger } from './verify.ts'

/** The books differ from what the transfers add up to; the message says what differs and where. */
export class BooksDiffer extends Error {
  readonly verification: LedgerVerification

  constructor(verification: LedgerVerification) {
    const found = verification.differences.map(
      ({ fault, count, subjects }) =>
        `${fault} ${count} (${subjects.join(', ')}${count > subjects.length ? ' …' : ''})`,
    )
    super(`the books differ from the transfers: ${found.join('; ')}`)
    this.name = 'BooksDiffer'
    this.verification = verification
  }
}

/** `ledger-verify`: recomputes the books from the transfers; throws `BooksDiffer`, so that scripts fail. */
export const ledgerVerifyVerb = staffVerb(ledgerVerify, async ({ database }) => {
  const verification = await database.transaction({ kind: 'system' }, verifyLedger)
  if (verification.differences.length > 0) throw new BooksDiffer(verification)
  return verification
})
