import { userCouponList, userCouponUsable } from '@adtally/contract/money/coupons.ts'
import { startupDetail } from '@adtally/contract/money/startup.ts'
import { property, transactionFlowList } from '@adtally/contract/money/wallet.ts'
import { assistanceList } from '@adtally/contract/plans/follow.ts'
import { planDays } from '@adtally/contract/plans/plan-days.ts'
import { planChart, planDetail, planEntries, planList } from '@adtally/contract/plans/plans.ts'
import { productDetail } from '@adtally/contract/plans/products.ts'
import { statisticsList } from '@adtally/contract/plans/statistics.ts'
import { statisticsChart } from '@adtally/contract/plans/statistics-chart.ts'

/** Whatever a plan's placing, its acts or its end change. */
export const MOVED_BY_PLANS = [
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
