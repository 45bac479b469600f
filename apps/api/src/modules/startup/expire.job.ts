import { formatAmount } from '@adtally/money/money.ts'
import { newId } from '../../database/identifiers.ts'
import { tellCustomer } from '../customer-notice.ts'
import { balances, postTransfers } from '../ledger/index.ts'
import type { JobHandler } from '../module.ts'
import { grantCause, PROMO, startupAccount, startupFlow } from './accounts.ts'
import { STARTUP_EXPIRY_JOB } from './receive-startup.ts'
import { insertReturns, lockGrant } from './startup.repository.ts'

/**
 * `startup.expire`: returns unused funds to promo when they expire, and tells the customer. If a plan takes some at
 * the same moment, the transfer fails and the job is retried.
 */
export const startupExpiryJob: JobHandler = {
  kind: STARTUP_EXPIRY_JOB,
  async run(_services, tx, { subject_id: grant_id }) {
    const grant = await lockGrant(tx, grant_id)
    if (!grant) return
    const { customer_id } = grant
    const account = startupAccount(customer_id)
    const [amount_micros = 0n] = await balances(tx, [account])
    const return_id = newId()
    await insertReturns(tx, [
      { return_id, grant_id, customer_id, cause: 'expired', amount_micros, takes_all: true },
    ])
    if (amount_micros === 0n) return
    await postTransfers(tx, [
      {
        id: newId(),
        kind: 'posted',
        posting: 'startup_returned',
        debit: account,
        credit: PROMO,
        amount_micros,
        cause: grantCause(grant_id),
        flow: startupFlow(grant_id, return_id),
      },
    ])
    await tellCustomer(tx, customer_id, {
      message: 'startup_expired',
      values: { amount: formatAmount(amount_micros) },
      subject: { kind: 'startup', id: grant_id },
    })
  },
}
