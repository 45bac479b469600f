import type { Module } from '../module.ts'
import { vipAhead } from './ahead.repository.ts'
import { archive } from './archive.ts'
import { vipEarnJob } from './earn.job.ts'
import type {} from './tables.ts'
import { userVipRoute, vipCancelRoute, vipOpenRoute } from './vip.route.ts'

export { customersWithMonth } from './months.repository.ts'
export { vipRebates } from './rebates.ts'
export { VIP_CAUSE } from './vip-cause.ts'

/** Months of VIP: opening, earning as they pass, early cancel, and the lower share of plans that settle in them. */
export const vipModule: Module = {
  name: 'vip',
  archive,
  ahead: (_services, tx, whose) => vipAhead(tx, whose),
  routes: [userVipRoute, vipOpenRoute, vipCancelRoute],
  jobs: [vipEarnJob],
}
