import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PostgresDatabase } from '../../database/postgres-database.ts'
import { seededRandom } from '../../lib/seeded-random.ts'
import { createServer } from '../../server/create-server.ts'
import { plant } from '../../testing/plant.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { verifyLedger } from '../ledger/index.ts'
import { DeliveryNode } from './delivery-node.ts'
import { keepHouse, settleBooks, verifyStatistics } from './index.ts'
import { type AnsweredBid, auctioneer, bannerRequest, bidsIn } from './testing/auction.ts'

// A part of the gate in e2e/prove/faults/overspend.gate.ts.
const PLANS = Number(process.env.OVERSPEND_PLANS ?? 24)
const NODES = 4
const PLAN_MICROS = 10_000_000n
/** An impression costs 3.00, so that a plan is near its end from the first one on, and 1.00 of it buys nothing. */
const [PRICE, CHARGE_MICROS] = ['3000.00', 3_000_000n]
const PLANS_OF_ONE = 40
const AT_ONCE = 8
/** Of a hundred bids so many are won and lost; nobody hears of the others. */
const [WON, LOST] = [55, 25]
const ROUNDS_MAX = 40
/** A lease of impressions closes within it. */
const LEASE_MS = 9 * 60_000

const t = await testProgram()
const market = await buildMarket(t.services, t.modules, { placement: { price: PRICE } })
const [{ domain } = { domain: '' }] = await t.db.asOwner<{ domain: string }>(
  'select domain from marketplace.publishers where publisher_id = $1',
  [market.publisher_id],
)
const origin = `https://${domain}`

interface Standing {
  node: DeliveryNode
  server: FastifyInstance
  stop(): Promise<void>
}
const standing: Standing[] = []
const stops: (() => Promise<void>)[] = []

async function startNode(): Promise<Standing> {
  const database = new PostgresDatabase(t.db.program)
  const node = new DeliveryNode({ ...t.services, database })
  node.lease_wait_ms = 20_000
  await node.refresh()
  const server = await createServer({ ...t.services, delivery: node }, t.modules)
  return {
    node,
    server,
    stop: async () => {
      await server.close()
      await database.close()
    },
  }
}

beforeAll(async () => {
  for (let count = 0; count < NODES; count += 1) {
    const started = await startNode()
    standing.push(started)
    stops.push(started.stop)
  }
})
afterAll(async () => {
  for (const stop of stops) await stop()
  await t.close()
})

async function placePlans(count: number, product_id = market.product_id): Promise<string[]> {
  const plan_ids: string[] = []
  while (plan_ids.length < count) {
    const { customer_id } = await market.customerWith('400.00')
    for (let plan = 0; plan < PLANS_OF_ONE && plan_ids.length < count; plan += 1)
      plan_ids.push(await market.place(customer_id, PLAN_MICROS, product_id, 1))
  }
  for (const { node } of standing) await node.refresh()
  return plan_ids
}

/** Asks nodes for bids until none of them has one, at most so often; wins some, loses some, and forgets the others. */
async function bidOn(
  nodes: readonly Standing[],
  random: () => number,
  { asks_max, key = market.placement_key }: { asks_max: number; key?: string },
): Promise<void> {
  let [asked, in_vain] = [0, 0]
  const one = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error('there is none')
    return item
  }
  const end = async (bid: AnsweredBid) => {
    const fate = random() * 100
    // Whichever node hears of it: a publisher's notices go where its visitor's requests go.
    const teller = auctioneer(one(nodes).server, { origin })
    if (fate < WON) await teller.tell(bid.burl)
    else if (fate < WON + LOST) await teller.tell(bid.lurl)
  }
  const ask = async () => {
    while (asked < asks_max && in_vain < 3 * AT_ONCE) {
      asked += 1
      const bids = bidsIn(await auctioneer(one(nodes).server, { origin }).ask(bannerRequest(key)))
      in_vain = bids.length === 0 ? in_vain + 1 : 0
      for (const bid of bids) await end(bid)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
}

interface Sums {
  charged: bigint
  /** Beyond what was placed, plan by plan. */
  overspent: bigint
}

async function sumsOf(plan_ids: readonly string[]): Promise<Sums> {
  const [sums] = await t.db.asOwner<Sums>(
    `select sum(charged)::bigint as charged, sum(greatest(0, charged - $2::bigint))::bigint as overspent from (
       select coalesce(sum(charge_micros), 0) as charged
       from unnest($1::uuid[]) as plan (plan_id) left join delivery.events
         on events.plan_id = plan.plan_id and rule is null
         and not exists (select from delivery.verdicts where verdicts.event_id = events.event_id)
       group by plan.plan_id
     ) as of_plan`,
    [plan_ids, PLAN_MICROS],
  )
  return sums ?? { charged: 0n, overspent: 0n }
}

async function letLeasesEnd(): Promise<void> {
  await settleBooks(t.services)
  await t.advance(LEASE_MS)
  await keepHouse(t.services)
  for (const { node } of standing) await node.refresh()
}

test(`${NODES} nodes and ${PLANS} plans near their end, bids lost, won and forgotten, a node killed: not a micro-unit too much, and next to all is spent [proof 1125]`, {
  timeout: 3_600_000,
}, async () => {
  const random = seededRandom(1)
  const plan_ids = await placePlans(PLANS)
  const bought = (PLAN_MICROS / CHARGE_MICROS) * CHARGE_MICROS * BigInt(PLANS)
  await bidOn(standing, random, { asks_max: PLANS })
  const before_kill = await sumsOf(plan_ids)
  expect([before_kill.charged > 0n, before_kill.charged < bought, before_kill.overspent]).toEqual([
    ...[true, true, 0n],
  ])
  // Killed: with what it leased, bid and was told of in its memory.
  const killed = standing.pop()
  const [open] = await t.db.asOwner<{ count: bigint }>(
    'select count(*) from delivery.leases where node_id = $1 and closed_at is null',
    [await killed?.node.ingest.nodeId()],
  )
  expect(open?.count).toBeGreaterThan(0n)
  for (let round = 0; round < ROUNDS_MAX && (await sumsOf(plan_ids)).charged < bought; round += 1) {
    await bidOn(standing, random, { asks_max: 20 * PLANS })
    expect((await sumsOf(plan_ids)).overspent).toBe(0n)
    await letLeasesEnd()
  }
  const { charged, overspent } = await sumsOf(plan_ids)
  expect(overspent).toBe(0n)
  // What bids held that nobody told of, and the killed node's leases, came back and were spent.
  expect(charged).toBe(bought)
  await t.system(async (tx) => {
    expect(await verifyStatistics(tx)).toEqual([])
    expect((await verifyLedger(tx)).differences).toEqual([])
  })
})

test('negative control: where a lease does not see the others, plans are overspent', async () => {
  const undoing = await plant(t.db.asOwner, [
    {
      routine: 'delivery.pace_of',
      from: 'free_micros := day_micros - day_spent_micros - held.today_micros;',
      to: 'free_micros := day_micros - day_spent_micros;',
    },
  ])
  try {
    const product_id = await market.addProduct({ category: 'tools' })
    const { key } = await market.addPlacement({ price: PRICE, categories_refused: 'games_puzzle' })
    const plan_ids = await placePlans(3, product_id)
    await bidOn(standing, seededRandom(2), { asks_max: 200, key })
    expect((await sumsOf(plan_ids)).overspent).toBeGreaterThan(0n)
  } finally {
    for (const undo of undoing) await t.db.asOwner(undo)
  }
})
