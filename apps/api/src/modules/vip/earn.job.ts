import { formatAmount, type Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { schedule } from '../../database/jobs.ts'
import { tellCustomer } from '../customer-notice.ts'
import { balances, postTransfers, type Transfer } from '../ledger/index.ts'
import type { JobHandler } from '../module.ts'
import { rebatesUnder } from '../plans/index.ts'
import type { Services } from '../services.ts'
import { FEE, unearned, vipCause } from './accounts.ts'
import { earnMonth, endMonth, lockMonth, type Month } from './months.repository.ts'
import { VIP_EARN_JOB } from './open-vip.ts'
import { earnedAt, nextEarning } from './rules.ts'

/**
 * `vip.earn`: earns a month's price for the platform day by day. It posts up to the amount for the current time, so
 * that late or repeated runs have the same result; at the end it closes the month.
 */
export const vipEarnJob: JobHandler = {
  kind: VIP_EARN_JOB,
  async run(services, tx, { subject_id: vip_id }) {
    const month = await lockMonth(tx, vip_id)
    if (!month || month.ended_at !== null) return
    const now = services.clock.now()
    const due_micros = earnedAt(month, now) - (month.price_micros - (await unearnedOf(tx, vip_id)))
    await postTransfers(tx, earning(vip_id, due_micros))
    if (now < month.ends_at) {
      await earnMonth(tx, vip_id, now)
      await schedule(tx, { kind: VIP_EARN_JOB, subject_id: vip_id, due_at: nextEarning(month, now) })
      return
    }
    await endMonth(tx, vip_id, {
      ended_at: month.ends_at,
      end_reason: 'over',
      refund_micros: null,
      rebate_micros: null,
    })
    await tellOver(services, tx, month)
  },
}

/** The part of a month's price that is not earned yet. */
export async function unearnedOf(tx: Transaction, vip_id: string): Promise<Micros> {
  const [rest_micros = 0n] = await balances(tx, [unearned(vip_id)])
  return rest_micros
}

/** The transfer by which the platform earns part of a month; none for 0. */
export function earning(vip_id: string, amount_micros: Micros): Transfer[] {
  if (amount_micros <= 0n) return []
  return [
    {
      id: newId(),
      kind: 'posted',
      posting: 'vip_earned',
      debit: unearned(vip_id),
      credit: FEE,
      amount_micros,
      cause: vipCause(vip_id),
    },
  ]
}

async function tellOver(services: Services, tx: Transaction, { vip_id, customer_id, price_micros }: Month) {
  const { rebate_micros } = await rebatesUnder(tx, vip_id)
  await tellCustomer(tx, customer_id, {
    message: 'vip_over',
    values: {
      price: formatAmount(price_micros),
      rebate: formatAmount(rebate_micros),
      currency: services.settings.currency,
    },
    subject: { kind: 'vip', id: vip_id },
  })
}
