import type { PlanStatus } from '@adtally/contract/enums.ts'
import type { planCard } from '@adtally/contract/plans/plans.ts'
import type * as z from 'zod/mini'
import { productIdsByName } from '../../marketplace/index.ts'
import { cutPage, type Page } from '../../paging.ts'
import type { Services } from '../../services.ts'
import type { Plan } from '../plans.repository.ts'
import { type ListCursor, parseListCursor, writeListCursor } from './list-cursor.ts'
import { planCardsOf } from './plan-cards.ts'
import { figuresOfPlans } from './plan-figures.ts'
import { listPlans, type PlanListQuery } from './plan-list.repository.ts'

/** More plans than anybody reads by profit; only the newest are sorted. */
const BY_PROFIT_MAX = 5_000

export interface PlanListInput {
  status?: PlanStatus | undefined
  search?: string | undefined
  sort?: 'newest' | 'oldest' | 'amount' | 'profit' | undefined
  cursor?: string | undefined
  limit: number
}

type PlanPage = Page<z.infer<typeof planCard>>

/** A page of a customer's plans, newest first by default. Throws `cursor_invalid`. */
export async function planPage(
  services: Services,
  customer_id: string,
  input: PlanListInput,
): Promise<PlanPage> {
  const sort = input.sort ?? 'newest'
  const cursor = input.cursor === undefined ? null : parseListCursor(input.cursor, sort)
  const read = (query: Pick<PlanListQuery, 'sort' | 'after' | 'limit'>) =>
    services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
      const text = input.search
      const search = text === undefined ? undefined : { text, product_ids: await productIdsByName(tx, text) }
      return await listPlans(tx, customer_id, { ...query, status: input.status, search })
    })
  if (sort === 'profit') {
    const plans = await read({ sort: 'newest', after: null, limit: BY_PROFIT_MAX })
    return await pageByProfit(services, plans, cursor, input.limit)
  }
  const after = cursor && { plan_id: cursor.plan_id, amount_micros: String(cursor.key_micros) }
  const found = await read({ sort, after, limit: input.limit + 1 })
  const key = (plan: Plan) => (sort === 'amount' ? plan.amount_micros : 0n)
  return await present(
    services,
    cutPage(found, input.limit, (last) =>
      writeListCursor(sort, { plan_id: last.plan_id, key_micros: key(last) }),
    ),
  )
}

async function present(services: Services, page: Page<Plan>): Promise<PlanPage> {
  const items = await services.database.transaction({ kind: 'system' }, (tx) =>
    planCardsOf(services, tx, page.items),
  )
  return { items, next_cursor: page.next_cursor }
}

/** Profit changes with every event, so the list is sorted on each call by the ledger's current figures. */
async function pageByProfit(
  services: Services,
  plans: readonly Plan[],
  cursor: ListCursor | null,
  limit: number,
): Promise<PlanPage> {
  const figures = await services.database.transaction({ kind: 'system' }, (tx) =>
    figuresOfPlans(services, tx, plans),
  )
  const keyOf = (plan: Plan): ListCursor => ({
    plan_id: plan.plan_id,
    key_micros: figures.get(plan.plan_id)?.profit_micros ?? 0n,
  })
  const ranked = plans.toSorted((left, right) => descending(keyOf(left), keyOf(right)))
  const rest = cursor === null ? ranked : ranked.filter((plan) => descending(cursor, keyOf(plan)) < 0)
  return await present(
    services,
    cutPage(rest, limit, (last) => writeListCursor('profit', keyOf(last))),
  )
}

function descending(left: ListCursor, right: ListCursor): number {
  if (left.key_micros !== right.key_micros) return left.key_micros > right.key_micros ? -1 : 1
  if (left.plan_id === right.plan_id) return 0
  return left.plan_id > right.plan_id ? -1 : 1
}
