import { userCouponList, userCouponUsable } from '@adtally/contract/money/coupons.ts'
import { startupDetail } from '@adtally/contract/money/startup.ts'
import { property, transactionFlowList } from '@adtally/contract/money/wallet.ts'
import { assistanceList } from '@adtally/contract/plans/follow.ts'
import { planDays } from '@adtally/contract/plans/plan-days.ts'
import { planChart, planDetail, planEntries, planList } from '@adtally/contract/plans/plans.ts'
import { productDetail } from '@adtally/contract/plans/products.ts'
import { statisticsList } from '@adtally/contract/plans/statistics.ts'
import { statisticsChart } from '@adtally/contract/plans/statistics-chart.ts'
import type { QueryClient } from '@tanstack/react-query'
import { readAgain } from '../../../lib/read-again.ts'

const MOVED_BY_PLANS = [
  assistanceList,
  planList,
  planDetail,
  planChart,
  planDays,
  planEntries,
  productDetail,
  property,
  transactionFlowList,
  statisticsList,
  statisticsChart,
  userCouponList,
  userCouponUsable,
  startupDetail,
]

/** Refetches whatever a plan's placing or end changes. */
export function readPlansAgain(client: QueryClient): void {
  readAgain(client, MOVED_BY_PLANS)
}
