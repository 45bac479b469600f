import { userCouponList, userCouponUsable } from '@adtally/contract/coupons.ts'
import { assistanceList } from '@adtally/contract/follow.ts'
import { planDays } from '@adtally/contract/plan-days.ts'
import { planChart, planDetail, planEntries, planList } from '@adtally/contract/plans.ts'
import { productDetail } from '@adtally/contract/products.ts'
import { startupDetail } from '@adtally/contract/startup.ts'
import { statisticsList } from '@adtally/contract/statistics.ts'
import { statisticsChart } from '@adtally/contract/statistics-chart.ts'
import { property, transactionFlowList } from '@adtally/contract/wallet.ts'
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

/** Reads again whatever a plan's placing or end changes. */
export function readPlansAgain(client: QueryClient): void {
  readAgain(client, MOVED_BY_PLANS)
}
