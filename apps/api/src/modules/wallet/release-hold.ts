import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { cancelJob } from '../../database/jobs.ts'
import { postTransfers } from '../ledger/index.ts'
import type { JobHandler } from '../module.ts'
import type { Services } from '../services.ts'
import { type HoldRow, lockOpenHold, lockWithdrawal, moveWithdrawal, releaseHold } from './repository.ts'
import { HOLD_RELEASE_JOB } from './rules.ts'

/**
 * Lets held money go back to where it came from and ends the hold; a withdrawal that was held is asked for again.
 * `by` says who: a job's kind, a proposal, the customer.
 */
export async function release(services: Services, tx: Transaction, hold: HoldRow, by: string): Promise<void> {
  const { hold_id, customer_id, withdrawal_id, amount_micros, source } = hold
  await postTransfers(tx, [
    {
      id: newId(),
      kind: 'posted',
      posting: 'hold_released',
      debit: { code: 'risk_hold', owner_id: customer_id },
      credit: {
        code: source === 'available' ? 'customer_available' : 'withdrawal_hold',
        owner_id: customer_id,
      },
      amount_micros,
      cause: { kind: 'hold', id: hold_id },
      flow: {
        id: newId(),
        type: 'hold',
        subject_kind: withdrawal_id ? 'withdrawal' : 'hold',
        subject_id: withdrawal_id ?? hold_id,
      },
    },
  ])
  await releaseHold(tx, hold_id, services.clock.now(), by)
  await cancelJob(tx, HOLD_RELEASE_JOB, hold_id)
  if (withdrawal_id === null) return
  const withdrawal = await lockWithdrawal(tx, { withdrawal_id })
  if (withdrawal?.status === 'held') await moveWithdrawal(tx, withdrawal_id, { status: 'requested' })
}

/** At its deadline a hold releases by itself (PRODUCT §2.4). */
export const holdReleaseJob: JobHandler = {
  kind: HOLD_RELEASE_JOB,
  run: async (services, tx, { subject_id }) => {
    const hold = await lockOpenHold(tx, subject_id)
    if (hold) await release(services, tx, hold, 'deadline')
  },
}
