import type { leaderRecord as wire } from '@adtally/contract/plans/follow.ts'
import type * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { relatedAdvertisers } from '../../marketplace/index.ts'
import type { Services } from '../../services.ts'
import { presentLeaderRecord } from '../presenter.ts'
import { type RecordScope, settledFigures, worstMonth } from './loss-record.repository.ts'
import { SETTLED_PLANS_MIN, twelveMonthsBefore } from './loss-record.ts'

/**
 * A leader's record over twelve months, computed from results on each call (PRODUCT §2.7, §10). Plans on related
 * parties' products are left out and counted, even if they settled before the declaration ended; below 30 settled
 * plans the platform's figures are used. System scope.
 */
export async function leaderRecord(
  services: Services,
  tx: Transaction,
  leader_id: string,
): Promise<z.infer<typeof wire>> {
  const as_of = services.clock.now()
  const since = twelveMonthsBefore(as_of)
  const every = { customer_id: leader_id, without: [] }
  const own = { ...every, without: await relatedAdvertisers(tx) }
  const figures = await settledFigures(tx, own, since, as_of)
  const all = await settledFigures(tx, every, since, as_of)
  const counts = {
    own_settled_plans: figures.settled_plans,
    left_out_plans: all.settled_plans - figures.settled_plans,
  }
  const worstOf = (scope: RecordScope) => worstMonth(tx, scope, since, as_of)
  if (figures.settled_plans >= SETTLED_PLANS_MIN) {
    const worst_month = await worstOf(own)
    return presentLeaderRecord({ basis: 'leader', figures, since, as_of, worst_month, ...counts })
  }
  const platform = await services.plans.loss_records.of(services, tx, null)
  const worst_month = await worstOf('platform')
  return presentLeaderRecord({ ...platform, basis: 'platform', worst_month, ...counts })
}
