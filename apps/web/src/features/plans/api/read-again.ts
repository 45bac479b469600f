import { userCouponList, userCouponUsable } from '@adtally/contract/coupons.ts'
import { planChart, planDetail, planEntries, planList, productDetail } from '@adtally/contract/plans.ts'
import { startupDetail } from '@adtally/contract/startup.ts'
import { statisticsChart, statisticsList } from '@adtally/contract/statistics.ts'
import { property, transactionFlowList } from '@adtally/contract/wallet.ts'
import type { QueryClient } from '@tanstack/react-query'

const MOVED_BY_PLANS: readonly unknown[] = [
  planList.name,
  planDetail.name,
  planChart.name,
  planEntries.name,
  productDetail.name,
  property.name,
  transactionFlowList.name,
  statisticsList.name,
  statisticsChart.name,
  userCouponList.name,
  userCouponUsable.name,
  startupDetail.name,
]

/** Reads again whatever a plan's placing or end changes. */
export function readPlansAgain(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => MOVED_BY_PLANS.includes(queryKey[0]) })
}
