import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { cancelJob, schedule } from '../../../database/jobs.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { tellCustomer } from '../../customer-notice.ts'
import { postTransfers } from '../../ledger/index.ts'
import type { JobHandler } from '../../module.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { holdFlow } from '../funds/flows.ts'
import { lockWallet, lockWithdrawal, moveWithdrawal, type WithdrawalRow } from '../repository.ts'
import { CANCELLABLE_STATUSES, HOLD_RELEASE_JOB } from '../rules.ts'
import { payoutOf } from '../withdrawals/withdrawal-eligibility.ts'
import { promiseAfter } from './hold-rules.ts'
import {
  type HoldRow,
  heldSince,
  holdOwner,
  insertPause,
  lockOpenHold,
  lockOpenHoldsOf,
  updateHold,
} from './holds.repository.ts'

/**
 * An open hold, with the customer's wallet locked first, so that holds and withdrawals are always locked in the same
 * order. Throws `record_not_found`.
 */
export async function lockedHold(tx: Transaction, hold_id: string): Promise<HoldRow> {
  const owner = await holdOwner(tx, hold_id)
  if (owner !== undefined) await lockWallet(tx, owner)
  const hold = await lockOpenHold(tx, hold_id)
  if (!hold) throw new Refusal('record_not_found', { field: 'hold_id' })
  return hold
}

/**
 * Ends a hold and returns its money to its withdrawal or, if that is over or there was none, to available funds. `by`
 * says who: `deadline`, a username, an end's reason. `taken_micros` were taken from the hold in this transaction, for
 * example for a recalled deposit, and are not returned; the withdrawal must have ended before, since its money is no
 * longer complete. With `withdrawal_ends` the withdrawal is about to end with its hold and does not go on first.
 */
export async function release(
  services: Services,
  tx: Transaction,
  hold: HoldRow,
  by: string,
  { taken_micros = 0n, withdrawal_ends = false }: { taken_micros?: bigint; withdrawal_ends?: boolean } = {},
): Promise<void> {
  const { hold_id, withdrawal_id } = hold
  const withdrawal = withdrawal_id === null ? undefined : await lockWithdrawal(tx, { withdrawal_id })
  const open = withdrawal && CANCELLABLE_STATUSES.includes(withdrawal.status) ? withdrawal : undefined
  if (open && taken_micros > 0n)
    throw new RangeError(`withdrawal ${open.number} would resume although its money was taken`)
  const amount_micros = hold.amount_micros - taken_micros
  if (amount_micros > 0n) await giveBack(tx, hold, amount_micros, open !== undefined)
  const released_at = services.clock.now()
  await updateHold(tx, hold_id, { released_at, released_by: by })
  await cancelJob(tx, HOLD_RELEASE_JOB, hold_id)
  await tellCustomer(tx, hold.customer_id, {
    message: 'hold_released',
    values: { amount: formatAmount(amount_micros) },
    subject: { kind: 'hold', id: hold_id },
  })
  if (open && !withdrawal_ends) await goOn(services, tx, open, hold, released_at)
}

async function giveBack(tx: Transaction, hold: HoldRow, amount_micros: bigint, to_withdrawal: boolean) {
  const { hold_id, customer_id } = hold
  await postTransfers(tx, [
    {
      id: newId(),
      kind: 'posted',
      posting: 'hold_released',
      debit: { code: 'risk_hold', owner_id: customer_id },
      credit: { code: to_withdrawal ? 'withdrawal_hold' : 'customer_available', owner_id: customer_id },
      amount_micros,
      cause: { kind: 'hold', id: hold_id },
      flow: holdFlow(hold, newId()),
    },
  ])
}

/**
 * Lets a held withdrawal go on at `now`, with as much time left to be sent as without the hold. Records how far its
 * deadline moved, for the proof of deadlines.
 */
async function goOn(
  services: Services,
  tx: Transaction,
  open: WithdrawalRow,
  hold: HoldRow,
  now: Date,
): Promise<void> {
  if (open.status !== 'held') return
  const { withdrawal_id, amount_micros, rail_fee_micros, send_by } = open
  const still_held = (await lockOpenHoldsOf(tx, withdrawal_id)).reduce(
    (sum, one) => sum + one.amount_micros,
    0n,
  )
  if (payoutOf(amount_micros - still_held, rail_fee_micros) === 0n) return
  // The deadline has included a new beneficiary's wait from the beginning.
  if (hold.reason === 'new_beneficiary')
    return await moveWithdrawal(tx, withdrawal_id, { status: 'requested' })
  const began_at = await heldSince(tx, withdrawal_id)
  const limit_ms = policies.current(services).withdrawal_send_limit_ms
  const send_by_after = promiseAfter(send_by, { began_at, ended_at: now, limit_ms })
  await moveWithdrawal(tx, withdrawal_id, { status: 'requested', send_by: send_by_after })
  await insertPause(tx, {
    hold_id: hold.hold_id,
    withdrawal_id,
    began_at,
    ended_at: now,
    send_by_before: send_by,
    send_by_after,
  })
}

/** Releases a hold at its deadline (PRODUCT §2.4), unless its clock is stopped. */
export const holdReleaseJob: JobHandler = {
  kind: HOLD_RELEASE_JOB,
  run: async (services, tx, { subject_id }) => {
    const owner = await holdOwner(tx, subject_id)
    if (owner === undefined) return
    await lockWallet(tx, owner)
    const hold = await lockOpenHold(tx, subject_id)
    if (!hold || hold.clock_stopped_at !== null) return
    if (hold.deadline > services.clock.now()) {
      await schedule(tx, { kind: HOLD_RELEASE_JOB, subject_id, due_at: hold.deadline })
      return
    }
    await release(services, tx, hold, 'deadline')
  },
}
