import { formatAmount } from '@adtally/money/money.ts'
import { type CauseReader, factsOf } from '../wallet/index.ts'
import { grantOf } from './startup.repository.ts'

/** Describes the grant behind an entry: amount, date, policy version. */
export const STARTUP_CAUSE: CauseReader = {
  kind: 'startup',
  tell: ({ database }, customer_id, { cause_id }) =>
    database.transaction({ kind: 'customer', customer_id }, async (tx) => {
      const grant = await grantOf(tx, customer_id)
      if (grant?.grant_id !== cause_id) return null
      const facts = factsOf([
        { name: 'amount', kind: 'amount', value: formatAmount(grant.amount_micros) },
        { name: 'granted_at', kind: 'time', value: grant.granted_at.toISOString() },
      ])
      return { number: null, facts, policy_version: grant.policy_version }
    }),
}
