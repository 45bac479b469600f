import { announcementList, faqList } from '@adtally/contract/content.ts'
import { contractList } from '@adtally/contract/contracts.ts'
import { accountabilityList, sessionList } from '@adtally/contract/identity/identity.ts'
import { activityList, userCouponList, userCouponUsable } from '@adtally/contract/money/coupons.ts'
import { acceptorOrderList } from '@adtally/contract/money/exchange.ts'
import { holdList } from '@adtally/contract/money/holds.ts'
import { userVip } from '@adtally/contract/money/vip.ts'
import { transactionFlowDetail, transactionFlowList, withdrawList } from '@adtally/contract/money/wallet.ts'
import { planCorrections } from '@adtally/contract/plans/corrections.ts'
import { assistanceList, shareIncome, shareList } from '@adtally/contract/plans/follow.ts'
import { planConversions, planEntries, planInvalid, planList } from '@adtally/contract/plans/plans.ts'
import { productList } from '@adtally/contract/plans/products.ts'
import { feedback, feedbackList } from '@adtally/contract/service/feedback.ts'
import { chatList, chatSend, notifications } from '@adtally/contract/service/service.ts'
import { creditList } from '@adtally/contract/standing.ts'
import { newId } from '../../database/identifiers.ts'
import { promised } from './finding.ts'
import type { Person, World } from './world.ts'

/** How many rows of each list are read one by one. */
const ROWS_MAX = 8
/** Members that identify a row; others may change between readings, such as what a month of VIP has brought. */
const KEY = /(^|_)(id|number|revision|version)$/
/** Stops at a list that never ends. */
const PAGES_MAX = 100

interface PageAsked {
  cursor?: string
  limit: string
}

interface PageRead {
  code: number
  data: { items: readonly unknown[]; next_cursor: string | null }
}

interface List {
  name: string
  /** Its rows are filtered after the page is read, so that a page may be empty. */
  may_be_empty?: boolean
  read(page: PageAsked): Promise<PageRead>
}

/** Calls whose only input is the page. */
const PLAIN = [
  accountabilityList,
  sessionList,
  transactionFlowList,
  withdrawList,
  holdList,
  planList,
  productList,
  chatList,
  announcementList,
  faqList,
  feedbackList,
  assistanceList,
  shareIncome,
  shareList,
  acceptorOrderList,
  activityList,
  userCouponList,
  creditList,
  userVip,
  contractList,
] as const

const OF_A_PLAN = [planConversions, planEntries, planInvalid, planCorrections] as const

/** Checks that a customer's lists read row by row as they read at once. Returns the lists with a second page. */
export async function compareLists(world: World, person: Person): Promise<Set<string>> {
  const read_on = new Set<string>()
  for (const list of await listsOf(world, person)) {
    const whole = await list.read({ limit: String(ROWS_MAX) })
    promised(whole.code === 200, 'a list can be read', () => `${person.name}, ${list.name}: ${whole.code}`)
    const { items, next_cursor } = whole.data
    const { rows, pages } = await rowByRow(
      list,
      next_cursor === null ? Number.POSITIVE_INFINITY : items.length,
    )
    promised(
      keysOf(rows) === keysOf(items),
      'a list reads on where its page ended, and ends with its last row',
      () => `${person.name}, ${list.name}: ${keysOf(rows)} instead of ${keysOf(items)}`,
    )
    if (pages > 1) read_on.add(list.name)
  }
  return read_on
}

/** The rows' identity and order. */
function keysOf(rows: readonly unknown[]): string {
  return JSON.stringify(rows, (name, value) =>
    (typeof value === 'object' && value !== null) || KEY.test(name) ? value : undefined,
  )
}

/** Writes two messages and two pieces of feedback, so that these lists are not empty. */
export async function writeToService(world: World, person: Person): Promise<void> {
  for (const subject of ['The chart', 'The wallet']) {
    const sent = await world.call(person, chatSend, { request_id: newId(), text: subject })
    const given = await world.call(person, feedback, {
      request_id: newId(),
      subject,
      content: 'Hard to read',
    })
    promised(sent.code === 200 && given.code === 200, 'customers can write to service', () => {
      return `${person.name}: ${sent.reason} ${given.reason}`
    })
  }
}

/** Reads a list's first rows, up to `rows_max`, one per page; returns them and the number of pages. */
async function rowByRow(list: List, rows_max: number): Promise<{ rows: unknown[]; pages: number }> {
  const rows: unknown[] = []
  let cursor: string | null | undefined
  let pages = 0
  do {
    const { data } = await list.read({ limit: '1', ...(cursor && { cursor }) })
    rows.push(...data.items)
    cursor = data.next_cursor
    pages += 1
    promised(
      pages === 1 || data.items.length > 0 || list.may_be_empty === true,
      'a page that another led to holds something',
      () => `${list.name}, page ${pages}`,
    )
  } while (cursor !== null && rows.length < rows_max && pages < PAGES_MAX)
  return { rows, pages }
}

async function listsOf(world: World, person: Person): Promise<List[]> {
  const lists: List[] = PLAIN.map((call) => ({
    name: call.name,
    may_be_empty: call === transactionFlowList,
    read: (page) => world.call(person, call, page),
  }))
  lists.push({
    name: notifications.name,
    read: ({ cursor, limit }) =>
      world.call(person, notifications, { limit: Number(limit), ...(cursor && { cursor }) }),
  })
  for (const sort of ['oldest', 'amount', 'profit'] as const)
    lists.push({
      name: `${planList.name} ${sort}`,
      read: (page) => world.call(person, planList, { sort, ...page }),
    })
  for (const state of ['used', 'expired'] as const)
    lists.push({
      name: `${userCouponList.name} ${state}`,
      read: (page) => world.call(person, userCouponList, { state, ...page }),
    })
  const plans = await world.call(person, planList, { limit: '3' })
  for (const { plan_id } of plans.data.items)
    for (const call of OF_A_PLAN)
      lists.push({ name: call.name, read: (page) => world.call(person, call, { plan_id, ...page }) })
  const products = await world.call(person, productList, { limit: '1' })
  for (const { product_id } of products.data.items)
    lists.push({
      name: userCouponUsable.name,
      read: (page) => world.call(person, userCouponUsable, { product_id, amount: '50.00', ...page }),
    })
  const lines = await world.call(person, transactionFlowList, { limit: '3' })
  for (const { id } of lines.data.items)
    lists.push({
      name: transactionFlowDetail.name,
      read: async (page) => {
        const { code, data } = await world.call(person, transactionFlowDetail, { id, ...page })
        return { code, data: data.entries }
      },
    })
  return lists
}
