import { ledgerVerify } from '@adtally/contract/operator/finance/books.ts'
import { staffVerb } from '../module.ts'
import { verifyLedger } from './verify.ts'

/** `ledger-verify`: recomputes the books from the transfers. Where they differ, that is its answer and no fault of the act. */
export const ledgerVerifyVerb = staffVerb(ledgerVerify, async ({ database }) => {
  const verification = await database.transaction({ kind: 'system' }, verifyLedger)
  return { identical: verification.differences.length === 0, ...verification }
})
