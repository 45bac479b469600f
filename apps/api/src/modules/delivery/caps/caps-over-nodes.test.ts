import { planInvalid } from '@adtally/contract/plans/plans.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PostgresDatabase } from '../../../database/postgres-database.ts'
import { plant } from '../../../testing/plant.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import type { BuiltCustomer } from '../../../testing/worlds/build-customer.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { verifyLedger } from '../../ledger/index.ts'
import { DeliveryNode } from '../delivery-node.ts'
import { record } from '../events/accept-event.ts'
import { settleBooks, verifyStatistics } from '../index.ts'

const UNIT = 1_000_000n
const HOUR_MS = 3_600_000
/** By the policy: a plan in an hour and a day, a product and an advertiser in a day. */
const CAPS = { plan_hour: 4, plan_day: 6, product_day: 18, advertiser_day: 36 }
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

const t = await testProgram()
const market = await buildMarket(t.services, t.modules)
const nodes: DeliveryNode[] = []
const stops: (() => Promise<void>)[] = []
let devices = 0
let buyer: BuiltCustomer

beforeAll(async () => {
  // So that the tests of a day don't come upon its end.
  const now_ms = t.services.clock.now_ms()
  await t.advance(24 * HOUR_MS - (now_ms % (24 * HOUR_MS)) + HOUR_MS)
  buyer = await market.customerWith('450.00')
  for (let made = 0; made < 3; made += 1) {
    const database = new PostgresDatabase(t.db.program)
    const node = new DeliveryNode({ ...t.services, database })
    node.lease_wait_ms = 20_000
    const stop = await node.start()
    stops.push(async () => {
      await stop()
      await database.close()
    })
    nodes.push(node)
  }
})
afterAll(async () => {
  for (const stop of stops) await stop()
  await t.close()
})

/** A placement on which nothing but the plans of these products is shown. */
async function slotFor(plans_of_products: readonly number[], flags: Record<string, string> = {}) {
  devices += 1
  const categories = Array.from({ length: devices - 1 }, (_, index) => `games_of_${index + 1}`)
  const { key, placement_id } = await market.addPlacement({
    categories_refused: ['games_puzzle', ...categories].join(','),
    ...flags,
  })
  const plan_ids: string[] = []
  for (const plans of plans_of_products) {
    const product_id = await market.addProduct({ category: `games_of_${devices}` })
    for (let plan = 0; plan < plans; plan += 1)
      plan_ids.push(await market.place(buyer.customer_id, 10n * UNIT, product_id))
  }
  await Promise.all([t.services.delivery, ...nodes].map((node) => node.refresh()))
  return { key, placement_id, plan_ids, device: `device-of-caps-${devices}` }
}

type Slot = Awaited<ReturnType<typeof slotFor>>

/** The tokens that a device gets which asks these nodes so often, all at once. */
async function shownBy(
  asked: readonly DeliveryNode[],
  { key, device }: Slot,
  times: number,
): Promise<string[]> {
  const who = {
    device,
    headers: { origin: market.origin, 'user-agent': PHONE },
    address: '203.0.113.5',
    channel: 'tag' as const,
  }
  const query = { ...who, placement: key }
  const answers = await Promise.all(
    Array.from({ length: times }, (_, index) => asked[index % asked.length]?.decide(query)),
  )
  return answers.flatMap((answer) => {
    const { token } = JSON.parse(answer?.json ?? '{}')
    return typeof token === 'string' ? [token] : []
  })
}

/** Reports events of tokens to the nodes in turn, and carries them into the books. */
async function report(tokens: readonly string[], kinds: readonly ('impression' | 'click')[]): Promise<void> {
  for (const [index, text] of tokens.entries()) {
    const node = nodes[index % nodes.length]
    const page = new URL(market.origin).host
    const sender = { address: '203.0.113.5', page, user_agent: PHONE, now_ms: t.services.clock.now_ms() }
    for (const kind of kinds) {
      const token = node?.codec.open(text, sender.now_ms)
      if (!node || !token || typeof token === 'string') throw new Error(`there is no token: ${String(token)}`)
      expect(await record(node, token, kind, sender)).toBe(null)
    }
    if (index % 3 === 2) await settleBooks(t.services)
  }
  await settleBooks(t.services)
}

/** How many events of a slot were charged, and how many judged to be over a cap. */
async function judged({ placement_id }: Slot): Promise<{ charged: number; over: number }> {
  const [row] = await t.db.asOwner<{ charged: number; over: number }>(
    `select count(*) filter (where charge_micros > 0 and verdicts.event_id is null)::int as charged,
       count(*) filter (where charge_micros > 0 and verdicts.rule = 'over_cap')::int as over
     from delivery.events left join delivery.verdicts using (event_id) where placement_id = $1`,
    [placement_id],
  )
  return row ?? { charged: 0, over: 0 }
}

async function expectRightBooks(): Promise<void> {
  await t.system(async (tx) => {
    expect(await verifyStatistics(tx)).toEqual([])
    expect((await verifyLedger(tx)).differences).toEqual([])
  })
}

test.each([
  ['a plan in an hour', 2, [1], CAPS.plan_hour],
  ['a plan in an hour', 3, [1], CAPS.plan_hour],
  ['a product', 2, [6], CAPS.product_day],
  ['a product', 3, [6], CAPS.product_day],
  ['an advertiser', 3, [5, 5, 5], CAPS.advertiser_day],
] as const)(
  'for %s, a device that asks %i nodes at once (plans %j) is shown at most one more a node than %i, and charged for no more [proof 886]',
  async (_what, count, plans, cap) => {
    const slot = await slotFor(plans)
    const tokens = await shownBy(nodes.slice(0, count), slot, 4 * cap)
    expect(tokens.length).toBeGreaterThanOrEqual(cap)
    expect(tokens.length).toBeLessThanOrEqual(cap + count)
    await report(tokens, ['impression'])
    const { charged, over } = await judged(slot)
    expect(charged + over).toBe(tokens.length)
    expect(charged).toBeLessThanOrEqual(cap)
    // What is one too many of a plan counts for no product: a few less may be left of it than its cap.
    expect(charged).toBeGreaterThanOrEqual(plans[0] === 1 ? cap : cap - count)
    await expectRightBooks()
  },
)

test('a node that lost its connection counts what was shown meanwhile, and what it was telling leaves again', async () => {
  const slot = await slotFor([1])
  const [first, second] = nodes
  if (!first || !second) throw new Error('there are no nodes')
  const ended = await t.db.asProgram(
    "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %' and usename = current_user and datname = current_database()",
  )
  expect(ended.length).toBeGreaterThanOrEqual(nodes.length)
  const tokens = await shownBy([first], slot, 3)
  expect(tokens).toHaveLength(3)
  await report(tokens, ['impression'])
  // Until it has its connection again it may show nothing, for want of a lease.
  await expect
    .poll(async () => {
      const later = await shownBy([second], slot, 4)
      tokens.push(...later)
      return later.length === 0 && tokens.length >= CAPS.plan_hour
    })
    .toBe(true)
  // What was decided and not yet reported when it was heard again, nobody counts for it: the three before.
  expect(tokens.length).toBeLessThanOrEqual(CAPS.plan_hour + 3)
})

/** Nodes that tell each other nothing, because none of them was started. */
async function deafNodes(count: number): Promise<DeliveryNode[]> {
  const deaf = Array.from({ length: count }, () => new DeliveryNode(t.services))
  for (const node of deaf) node.lease_wait_ms = 20_000
  await Promise.all(deaf.map((node) => node.refresh()))
  return deaf
}

test('negative control: nodes that tell each other nothing show it as often as each may; the books charge no more', async () => {
  const slot = await slotFor([1])
  const deaf = await deafNodes(3)
  const tokens = await shownBy(deaf, slot, 4 * CAPS.plan_hour)
  expect(tokens).toHaveLength(3 * CAPS.plan_hour)
  await report(tokens, ['impression'])
  expect(await judged(slot)).toEqual({ charged: CAPS.plan_hour, over: 2 * CAPS.plan_hour })
  await expectRightBooks()
})

test('what is over a cap is kept and never charged, a click before its impression neither; its customer is shown the rule [proof 889]', async () => {
  const slot = await slotFor([1], { price_model: 'CPC', price: '0.10' })
  const deaf = await deafNodes(2)
  const tokens = await shownBy(deaf, slot, 4 * CAPS.plan_hour)
  await report(tokens, ['click', 'impression'])
  expect(await judged(slot)).toEqual({ charged: CAPS.plan_hour, over: CAPS.plan_hour })
  const [plan_id = ''] = slot.plan_ids
  const { items } = (await t.call(planInvalid, { plan_id }, { token: buyer.token })).data
  expect(items).toHaveLength(2 * CAPS.plan_hour)
  for (const item of items)
    expect(item).toMatchObject({ rule: 'over_cap', spend_returned: '0.00', revenue_reversed: '0.00' })
  await expectRightBooks()
  // The next hour, what is left of the day.
  await t.advance(HOUR_MS)
  await Promise.all(deaf.map((node) => node.refresh()))
  const later = await shownBy(deaf.slice(0, 1), slot, 4)
  expect(later).toHaveLength(CAPS.plan_day - CAPS.plan_hour)
  await report(later, ['impression', 'click'])
  expect((await judged(slot)).charged).toBe(CAPS.plan_day)
})

test('negative control: without the judgement in the books it is charged', async () => {
  const sources = await plant(t.db.asOwner, [
    { routine: 'delivery.capped_events', from: 'and platform.scope_is_system()', to: 'and false' },
  ])
  try {
    const slot = await slotFor([1])
    const deaf = await deafNodes(2)
    const tokens = await shownBy(deaf, slot, 4 * CAPS.plan_hour)
    await report(tokens, ['impression'])
    expect(await judged(slot)).toEqual({ charged: 2 * CAPS.plan_hour, over: 0 })
  } finally {
    for (const source of sources) await t.db.asOwner(source)
  }
})
