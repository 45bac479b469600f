import type { OutputOf, RequestOf } from '@adtally/contract/call.ts'
import { planDays } from '@adtally/contract/plans/plan-days.ts'
import {
  planChart,
  planConversions,
  planDetail,
  planEntries,
  planInvalid,
  planList,
  type ReceiptPart,
} from '@adtally/contract/plans/plans.ts'
import { callQuery, pagedQuery } from '../../../lib/call-query.ts'
import { timeZoneName } from '../../../lib/device/time-zone.ts'

export type Plan = OutputOf<typeof planDetail>
export type Placement = Plan['placements'][number]
/** How far a plan's films were watched. */
export type Film = NonNullable<Plan['figures']['film']>
export type PlanDays = OutputOf<typeof planDays>
export type Conversion = OutputOf<typeof planConversions>['items'][number]
export type InvalidEvent = OutputOf<typeof planInvalid>['items'][number]

export type PlanFilter = Pick<RequestOf<typeof planList>, 'search' | 'status' | 'sort'>

const RUNNING_MS = 3000
const WAITING_MS = 30_000
const LIST_MS = 10_000

/** The customer's plans, page by page. */
export function plansQuery(filter: PlanFilter) {
  return { ...pagedQuery(planList, filter), refetchInterval: LIST_MS }
}

/** The first few of the customer's plans, enough to tell whether there is only one. */
export function firstPlansQuery() {
  return callQuery(planList, { limit: '2' })
}

/** Whether delivery can change a plan's figures at any second. */
export function isDelivering(plan: Pick<Plan, 'status'> | undefined): boolean {
  return plan?.status === 'matching' || plan?.status === 'putting'
}

function refreshOf(plan: Plan | undefined): number | false {
  if (plan?.status === 'settled' || plan?.status === 'putFailed') return false
  return isDelivering(plan) ? RUNNING_MS : WAITING_MS
}

/** A plan, polled while it can change. */
export function planQuery(plan_id: string) {
  return {
    ...callQuery(planDetail, { plan_id }),
    meta: { saysGone: true },
    refetchInterval: (query: { state: { data: Plan | undefined } }) => refreshOf(query.state.data),
  }
}

/** Spend and revenue over a plan's life. */
export function planChartQuery(plan_id: string, delivering: boolean) {
  return { ...callQuery(planChart, { plan_id }), refetchInterval: delivering ? LIST_MS : (false as const) }
}

/** A plan's figures by day, in the device's zone. */
export function planDaysQuery(plan_id: string) {
  return callQuery(planDays, { plan_id, user_time_zone: timeZoneName() })
}

/** A plan's conversions, newest first, page by page. */
export function conversionsQuery(plan_id: string) {
  return pagedQuery(planConversions, { plan_id })
}

/** A plan's invalid events, newest first, page by page. */
export function invalidQuery(plan_id: string) {
  return pagedQuery(planInvalid, { plan_id })
}

/** The ledger entries behind a plan, newest first, page by page; optionally only those that moved one part. */
export function entriesQuery(plan_id: string, part?: ReceiptPart) {
  return pagedQuery(planEntries, part === undefined ? { plan_id } : { plan_id, part })
}
