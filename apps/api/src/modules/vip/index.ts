import type { Module } from '../module.ts'
import { vipAhead } from './ahead.repository.ts'
import { archive } from './archive.ts'
import { vipEarnJob } from './earn.job.ts'
import type {} from './tables.ts'
import { userVipRoute, vipCancelRoute, vipOpenRoute } from './vip.route.ts'

export { customersWithMonth } from './months.repository.ts'
export { vipRebates } from './rebates.ts'
export { VIP_CAUSE } from './vip-cause.ts'

/** VIP months: opening, daily earning, early cancellation, and rebates for plans settled in them. */
export const vipModule: Module = {
  name: 'vip',
  archive,
  ahead: (_services, tx, whose) => vipAhead(tx, whose),
  routes: [userVipRoute, vipOpenRoute, vipCancelRoute],
  jobs: [vipEarnJob],
}
