import * as z from 'zod/mini'
import { staffVerb } from '../module.ts'
import { Refusal } from '../refusal.ts'
import { verifyLedger } from './verify.ts'

/** `ledger-verify`: recomputes the books from the transfers; refuses with what differs, so that a script fails. */
export const ledgerVerify = staffVerb({
  name: 'ledger-verify',
  summary: 'Compute every balance and fund-flow line again from the transfers and compare',
  roles: ['auditor', 'finance_maker', 'finance_checker', 'admin'],
  input: z.strictObject({}),
  async run({ database }) {
    const verification = await database.transaction({ kind: 'system' }, verifyLedger)
    if (verification.differences.length > 0)
      throw new Refusal('state_conflict', { data: { ...verification } })
    return verification
  },
})
