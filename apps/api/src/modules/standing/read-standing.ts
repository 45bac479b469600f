import type { OutputOf } from '@adtally/contract/call.ts'
import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import { CREDIT_SCORE_START } from '@adtally/contract/money/credit-score.ts'
import type { creditList, userLevel } from '@adtally/contract/standing.ts'
import type { Transaction } from '../../database/database.ts'
import type { CustomerStanding, StandingReader } from '../customer-standing.ts'
import * as ledger from '../ledger/index.ts'
import { productsByIds } from '../marketplace/index.ts'
import { cutPage, keyOf } from '../paging.ts'
import { plansNamed, settledSpend } from '../plans/index.ts'
import * as policies from '../policies/index.ts'
import type { Services } from '../services.ts'
import { presentChange, presentLevel } from './presenter.ts'
import { changesOf, scoreOf } from './repository.ts'
import { levelOf, levelSteps, VIP_MONTH_MS, windowStart } from './rules.ts'

type StandingNeeds = Pick<Services, 'policies' | 'clock'>

/** Creates the reader of level and score for the modules before this one. */
export function createStanding(needs: StandingNeeds): StandingReader {
  return { of: (tx, customer_id) => standingOf(needs, tx, customer_id) }
}

/** The current level and score. */
async function standingOf(
  services: StandingNeeds,
  tx: Transaction,
  customer_id: string,
): Promise<CustomerStanding> {
  const policy = policies.current(services)
  const settled = await settledSpend(tx, customer_id, windowStart(services.clock.now(), policy))
  return {
    level: levelOf(settled.spend_micros, levelSteps(policy)),
    credit_score: (await scoreOf(tx, customer_id)) ?? CREDIT_SCORE_START,
  }
}

/** The level page: the customer's figures, the formula, the next step, VIP terms, the score. */
export async function readLevel(
  services: Services,
  customer_id: string,
): Promise<OutputOf<typeof userLevel>> {
  const policy = policies.current(services)
  const as_of = services.clock.now()
  const since = windowStart(as_of, policy)
  const month_start = new Date(as_of.getTime() - VIP_MONTH_MS)
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const deposits = await ledger.lifetimeFlowSums(tx, customer_id)
    return presentLevel(policy, {
      as_of,
      since,
      settled: await settledSpend(tx, customer_id, since),
      month: await settledSpend(tx, customer_id, month_start),
      total_deposited_micros: deposits.get('system_deposit') ?? 0n,
      score: (await scoreOf(tx, customer_id)) ?? CREDIT_SCORE_START,
    })
  })
}

/** A page of score changes, newest first, each with the plan that caused it. Throws `cursor_invalid`. */
export async function listCreditChanges(
  { database }: Services,
  customer_id: string,
  input: { cursor?: string | undefined; limit?: number | undefined },
): Promise<OutputOf<typeof creditList>> {
  const { limit = LIMIT_DEFAULT } = input
  const cursor = keyOf(input.cursor, isSequence)
  const before = cursor === undefined ? null : Number(cursor)
  return await database.transaction({ kind: 'system' }, async (tx) => {
    const found = await changesOf(tx, customer_id, { before, limit: limit + 1 })
    const { items, next_cursor } = cutPage(found, limit, ({ sequence }) => String(sequence))
    const plans = await plansNamed(
      tx,
      items.map(({ plan_id }) => plan_id),
    )
    const products = await productsByIds(
      tx,
      [...plans.values()].map(({ product_id }) => product_id),
    )
    return {
      items: items.map((change) => {
        const plan = plans.get(change.plan_id)
        return presentChange(change, plan?.number ?? '', products.get(plan?.product_id ?? '')?.name ?? '')
      }),
      next_cursor,
    }
  })
}

function isSequence(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text)
}
