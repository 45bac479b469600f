import type { Module } from '../module.ts'
import { setRebates } from '../plans/index.ts'
import { vipAhead } from './ahead.repository.ts'
import { archive } from './archive.ts'
import { vipEarnJob } from './earn.job.ts'
import { holdRunningMonths } from './months.repository.ts'
import type {} from './tables.ts'
import { userVipRoute, vipCancelRoute, vipOpenRoute } from './vip.route.ts'
import { VIP_CAUSE } from './vip-cause.ts'

export { customersWithMonth } from './months.repository.ts'

/** Months of VIP: opening, earning as they pass, early cancel, and the lower share of plans that settle in them. */
export const vipModule: Module = {
  name: 'vip',
  archive,
  ahead: (_services, tx, whose) => vipAhead(tx, whose),
  routes: [userVipRoute, vipOpenRoute, vipCancelRoute],
  jobs: [vipEarnJob],
  create: async (services) => {
    services.causes.add(VIP_CAUSE)
    setRebates(services, async (tx, customer_ids, at) => {
      const months = await holdRunningMonths(tx, customer_ids, at)
      return new Map(
        months.map(({ customer_id, vip_id, vip_fee_percent }) => [
          customer_id,
          { vip_id, fee_percent: vip_fee_percent },
        ]),
      )
    })
  },
}
