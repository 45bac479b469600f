import { formatAmount, total } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { tellCustomer } from '../../customer-notice.ts'
import type { Services } from '../../services.ts'
import type { Redivided } from '../corrections/correction.ts'

/** Notifies leaders of corrections of their profit share: `profit_share_corrected`. */
export async function tellLeader(
  services: Services,
  tx: Transaction,
  corrected: readonly Pick<Redivided, 'leader_id' | 'before' | 'after'>[],
): Promise<void> {
  for (const [leader_id, plans] of Map.groupBy(corrected, (one) => one.leader_id)) {
    const change_micros = total(
      plans.map(({ before, after }) => after.profit_share_micros - before.profit_share_micros),
    )
    if (leader_id === null || change_micros === 0n) continue
    await tellCustomer(tx, leader_id, {
      message: 'profit_share_corrected',
      values: {
        direction: change_micros < 0n ? 'down' : 'up',
        amount: formatAmount(change_micros < 0n ? -change_micros : change_micros),
        currency: services.settings.currency,
      },
      subject: { kind: 'follow', id: null },
    })
  }
}
