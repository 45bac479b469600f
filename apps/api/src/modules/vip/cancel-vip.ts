import { newId } from '../../database/identifiers.ts'
import { cancelJob } from '../../database/jobs.ts'
import { Refusal } from '../../lib/refusal.ts'
import { postTransfers, type Transfer } from '../ledger/index.ts'
import { rebatesUnder } from '../plans/index.ts'
import type { Services } from '../services.ts'
import { unearned, vipCause, vipFlow } from './accounts.ts'
import { earning, unearnedOf } from './earn.job.ts'
import { endMonth, lockMonth, type Month } from './months.repository.ts'
import { VIP_EARN_JOB } from './open-vip.ts'
import { cancelRefund } from './rules.ts'

/**
 * Cancels a running month: refunds the unused part of its price less its rebates, and earns the rest (PRODUCT §3).
 * Does nothing if cancelled already. Throws `vip_not_found`, also for somebody else's; `vip_not_open` when over.
 */
export async function cancelVip(services: Services, customer_id: string, vip_id: string): Promise<void> {
  await services.database.transaction({ kind: 'system' }, async (tx) => {
    const month = await lockMonth(tx, vip_id)
    if (month?.customer_id !== customer_id) throw new Refusal('vip_not_found', { field: 'vip_id' })
    if (month.end_reason === 'cancelled') return
    // The month began by the database's clock, which may be a moment ahead of this process's.
    const now = new Date(Math.max(services.clock.now_ms(), month.earned_until.getTime()))
    if (month.ended_at !== null || now >= month.ends_at)
      throw new Refusal('vip_not_open', { field: 'vip_id' })
    const { rebate_micros } = await rebatesUnder(tx, vip_id)
    const refund_micros = cancelRefund(month, rebate_micros, now)
    const earned_micros = (await unearnedOf(tx, vip_id)) - refund_micros
    await postTransfers(tx, [...refund(month, refund_micros), ...earning(vip_id, earned_micros)])
    await endMonth(tx, vip_id, { ended_at: now, end_reason: 'cancelled', refund_micros, rebate_micros })
    await cancelJob(tx, VIP_EARN_JOB, vip_id)
  })
}

function refund({ vip_id, customer_id }: Month, amount_micros: bigint): Transfer[] {
  if (amount_micros === 0n) return []
  return [
    {
      id: newId(),
      kind: 'posted',
      posting: 'vip_cancelled',
      debit: unearned(vip_id),
      credit: { code: 'customer_available', owner_id: customer_id },
      amount_micros,
      cause: vipCause(vip_id),
      flow: vipFlow(vip_id, 'cancelled'),
    },
  ]
}
