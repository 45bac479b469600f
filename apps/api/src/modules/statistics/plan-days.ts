import type { OutputOf } from '@adtally/contract/call.ts'
import type { planDays } from '@adtally/contract/plans/plan-days.ts'
import { formatAmount, type Micros } from '@adtally/money/money.ts'
import { isoDay, localDay, startOfLocalDay } from '../../lib/time-zones.ts'
import { ownedPlan, type Parts, partsOfSpend } from '../plans/index.ts'
import type { Services } from '../services.ts'
import { NO_FIGURES, readPlanFiguresBetween, readPlanSpan } from './plan-figures.repository.ts'
import { presentSeen } from './seen.ts'
import { FIGURES, type Figures } from './tables.ts'

type DayFigures = OutputOf<typeof planDays>['total']

/**
 * A customer's plan by day of a zone, newest first, and the totals, which equal the plan's figures. A day's
 * promotional spend follows from the total spend before and after it, as in the books. Throws `plan_not_found`.
 */
export async function readPlanDays(
  services: Services,
  customer_id: string,
  plan_id: string,
  zone: string,
): Promise<OutputOf<typeof planDays>> {
  const plan = await ownedPlan(services, customer_id, plan_id)
  const as_of = services.clock.now().toISOString()
  const rows = await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const span = await readPlanSpan(tx, plan_id)
    if (!span) return []
    const first = localDay(zone, span.first.getTime())
    const last = localDay(zone, span.last.getTime())
    const days = Array.from({ length: last - first + 1 }, (_, index) => first + index)
    const begins = days.map((day) => new Date(startOfLocalDay(zone, day)))
    const found = await readPlanFiguresBetween(tx, plan_id, begins)
    return found.map(({ place, ...figures }) => ({ day: first + place - 1, figures }))
  })
  let spent_micros = 0n
  const days = rows.map(({ day, figures }) => {
    const before = promotionalOf(plan, spent_micros)
    spent_micros += figures.spend_micros
    return { day: isoDay(day), ...presentDay(figures, promotionalOf(plan, spent_micros) - before) }
  })
  const whole: Figures = { ...NO_FIGURES }
  for (const { figures } of rows) for (const name of FIGURES) whole[name] += figures[name]
  const total = presentDay(whole, promotionalOf(plan, spent_micros))
  const estimated = plan.status !== 'settled' && plan.status !== 'putFailed'
  return { days: days.toReversed(), total, estimated, as_of }
}

function promotionalOf(placed: Parts, spent_micros: Micros): Micros {
  return spent_micros - partsOfSpend(placed, spent_micros).cash_micros
}

function presentDay(figures: Figures, promotional_micros: Micros): DayFigures {
  const { spend_micros, revenue_micros } = figures
  return {
    impressions: Number(figures.impressions),
    ...presentSeen(figures),
    clicks: Number(figures.clicks),
    conversions: Number(figures.conversions),
    invalid_events: Number(figures.invalid_events),
    spend: formatAmount(spend_micros),
    promotional: formatAmount(promotional_micros),
    revenue: formatAmount(revenue_micros),
    result: formatAmount(revenue_micros - spend_micros),
  }
}
