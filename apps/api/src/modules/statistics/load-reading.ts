import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../../lib/refusal.ts'
import { DAY_MS } from '../../lib/time-zones.ts'
import { customersByIds } from '../identity/index.ts'
import { customerBalances } from '../ledger/index.ts'
import { investedIn, runningPlans, settledAmong } from '../plans/index.ts'
import * as policies from '../policies/index.ts'
import type { Services } from '../services.ts'
import { StatisticsAnswers } from './answers.ts'
import {
  type PlanSums,
  readConversionsEver,
  readConversionsSince,
  readPlanSums,
  readVersion,
} from './reading.repository.ts'
import type { PeriodFigures, PlanShare, Reading } from './reading.ts'
import type { Window } from './rules.ts'

/** The learning phase covers this many days (PRODUCT §4). */
const LEARNING_MS = 7 * DAY_MS
const TRIES_MAX = 5

type ReadingNeeds = Pick<Services, 'database' | 'clock' | 'policies'>

/** A process's answers, read with the role of `needs.database`; created once. */
export function createStatistics(needs: ReadingNeeds): StatisticsAnswers {
  return new StatisticsAnswers((customer_id, window) => loadReading(needs, customer_id, window))
}

/**
 * Reads a customer's figures from the books. The parts are read in sequence; if events were booked meanwhile,
 * everything is read again, so that it is all as of one moment. Throws `range_before_account`.
 */
export async function loadReading(
  services: ReadingNeeds,
  customer_id: string,
  window: Window,
): Promise<Reading> {
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    await checkOpenBy(tx, customer_id, window)
    for (let tries = 1; ; tries += 1) {
      const before = await readVersion(tx, customer_id)
      const reading = await readOnce(services, tx, customer_id, window)
      const after = await readVersion(tx, customer_id)
      // If the version is too low, the next notice only causes another reading.
      if (before === after || tries === TRIES_MAX) return { ...reading, version: before }
    }
  })
}

async function readOnce(
  services: ReadingNeeds,
  tx: Transaction,
  customer_id: string,
  window: Window,
): Promise<Omit<Reading, 'version'>> {
  const { pending_spend } = await customerBalances(tx, customer_id)
  return {
    ...(await readPeriod(tx, customer_id, window)),
    to_be_consumed_micros: pending_spend,
    learning_phase: await isLearning(services, tx, customer_id),
  }
}

/** The figures of a window, from the books. */
export async function readPeriod(
  tx: Transaction,
  customer_id: string,
  window: Window,
): Promise<PeriodFigures> {
  const [from, until] = Number.isFinite(window.from_ms)
    ? [new Date(window.from_ms), new Date(window.until_ms)]
    : [null, null]
  const invested_micros = await investedIn(tx, customer_id, from, until)
  const sums = await readPlanSums(tx, customer_id, window)
  const settled = await settledAmong(
    tx,
    sums.map(({ plan_id }) => plan_id),
  )
  const total = (read: (plan: PlanSums) => bigint) => sums.reduce((sum, plan) => sum + read(plan), 0n)
  return {
    invested_micros,
    impressions: total((plan) => plan.impressions),
    clicks: total((plan) => plan.clicks),
    conversions: total((plan) => plan.conversions),
    consumed_micros: total((plan) => plan.spend_micros),
    revenue_micros: total((plan) => plan.revenue_micros),
    plans: new Map(
      sums.map(({ plan_id, impressions, revenue_micros }): [string, PlanShare] => [
        plan_id,
        { impressions, revenue_micros, settled: settled.has(plan_id) },
      ]),
    ),
  }
}

/** Throws `range_before_account` if a range begins before the day on which the account was opened. */
export async function checkOpenBy(
  tx: Transaction,
  customer_id: string,
  { open_by_ms }: Window,
): Promise<void> {
  if (open_by_ms === undefined) return
  const customer = (await customersByIds(tx, [customer_id])).get(customer_id)
  if (!customer || customer.created_at.getTime() >= open_by_ms) {
    throw new Refusal('range_before_account', { field: 'from' })
  }
}

/** Whether a running plan has too few conversions in 7 days to be judged by them; a label, never a promise. */
async function isLearning(services: ReadingNeeds, tx: Transaction, customer_id: string): Promise<boolean> {
  const running = await runningPlans(tx, customer_id)
  if (running.length === 0) return false
  const enough = BigInt(policies.current(services).learning_conversions_count)
  // Too few for all time implies too few in 7 days, so one row per plan decides most cases.
  const ever = await readConversionsEver(tx, running)
  if (running.some((plan_id) => (ever.get(plan_id) ?? 0n) < enough)) return true
  const since = new Date(services.clock.now_ms() - LEARNING_MS)
  const conversions = await readConversionsSince(tx, customer_id, since)
  return running.some((plan_id) => (conversions.get(plan_id) ?? 0n) < enough)
}
