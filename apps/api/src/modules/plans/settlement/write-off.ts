import { newId } from '../../../database/identifiers.ts'
import { postTransfers } from '../../ledger/index.ts'
import type { JobHandler } from '../../module.ts'
import { holdReceivables, receivableById, reduceReceivables } from './results.repository.ts'

/** The job that writes off unpaid receivables; the subject is the receivable. */
export const WRITE_OFF_JOB = 'plan.write-off'

/** Twelve months later; until then, settlements may repay it (PRODUCT §3). */
export function writeOffDue(from: Date): Date {
  const due = new Date(from)
  due.setUTCFullYear(due.getUTCFullYear() + 1)
  return due
}

/** `plan.write-off`: gives up what remains of a receivable, which has blocked nothing. */
export const writeOffJob: JobHandler = {
  kind: WRITE_OFF_JOB,
  async run(_services, tx, { subject_id: receivable_id }) {
    const known = await receivableById(tx, receivable_id)
    if (!known) return
    const { customer_id } = known
    // A settlement may be repaying it right now.
    const owed = (await holdReceivables(tx, [customer_id])).get(customer_id)
    const left = owed?.find((receivable) => receivable.receivable_id === receivable_id)
    if (!left) return
    const { amount_micros } = left
    await postTransfers(tx, [
      {
        id: newId(),
        kind: 'posted',
        posting: 'recovery_written_off',
        debit: { code: 'recovery', owner_id: customer_id },
        credit: { code: 'receivable', owner_id: customer_id },
        amount_micros,
        cause: { kind: 'receivable', id: receivable_id },
      },
    ])
    await reduceReceivables(tx, [
      { reduction_id: newId(), receivable_id, customer_id, plan_id: null, amount_micros },
    ])
  },
}
