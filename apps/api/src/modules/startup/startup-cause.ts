import { formatAmount } from '@adtally/money/money.ts'
import { type CauseReader, factsOf } from '../wallet/index.ts'
import { grantOf } from './startup.repository.ts'

/** Tells of a grant behind an entry: how much, since when, by which version of the policy. */
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
