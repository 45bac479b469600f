import { afterAll, expect, test } from 'vitest'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { closeLeases } from './budget/budget.repository.ts'
import { registerNode } from './events/event.repository.ts'
import { eventIdOf } from './events/event-ids.ts'
import { settleBooks } from './index.ts'
import { grantLease } from './testing/grant-lease.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
const MINUTE_MS = 60_000

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules, { placement: { price: '5000.00' } })
const { customer_id } = await market.customerWith('400.00')
const headers = { origin: market.origin, 'user-agent': PHONE }

interface Answer {
  fill: boolean
  reason?: string
  token: string
  click_url: string
  impression_within_ms: number
  events_within_ms: number
}

let devices = 0

async function ask(placement: string): Promise<Answer> {
  devices += 1
  const query = new URLSearchParams({ placement, device: `device-of-times-${devices}` })
  return (await t.server.inject({ url: `/delivery/v1/decision?${query}`, headers })).json()
}

async function report(token: string, kind: string) {
  const payload = { token, kind }
  return (await t.server.inject({ method: 'POST', url: '/delivery/v1/event', headers, payload })).json()
}

/** Asks until nothing is filled; answers what was. */
async function drain(placement: string): Promise<Answer[]> {
  const filled: Answer[] = []
  for (let asked = 0; asked < 20; asked += 1) {
    const answer = await ask(placement)
    if (answer.fill) filled.push(answer)
    else return filled
  }
  throw new Error('it is filled without end')
}

async function place(amount_micros: bigint): Promise<string> {
  const plan_id = await market.place(customer_id, amount_micros, market.product_id, 1)
  await t.services.delivery.refresh()
  return plan_id
}

function planOf(token: string): string {
  const opened = t.services.delivery.codec.open(token, t.services.clock.now_ms())
  return typeof opened === 'string' ? opened : eventIdOf(opened.ids, 'plan_id')
}

async function charged(plan_id: string) {
  await settleBooks(t.services)
  return await t.db.asOwner<{ kind: string; count: bigint; charge_micros: bigint }>(
    `select kind::text, count(*), sum(charge_micros)::bigint as charge_micros from delivery.events where plan_id = $1
     group by kind order by kind`,
    [plan_id],
  )
}

test('an impression is charged within five minutes of its decision or never; what follows is taken for an hour [proof 875]', async () => {
  const plan_id = await place(20_000_000n)
  const [late, last] = await drain(market.placement_key)
  if (!late || !last) throw new Error('there is too little to show')
  expect(late).toMatchObject({ impression_within_ms: 5 * MINUTE_MS, events_within_ms: 60 * MINUTE_MS })
  await t.advance(4 * MINUTE_MS)
  expect(await report(last.token, 'impression')).toEqual({ accepted: 1 })
  await t.advance(MINUTE_MS)
  const refused = { accepted: 0, refused: [{ index: 0, reason: 'charged_late' }] }
  expect(await report(late.token, 'impression')).toEqual(refused)
  // The last lease may be closed by then, which costs what is free nothing.
  await t.advance(50 * MINUTE_MS)
  expect(await report(last.token, 'viewable')).toEqual({ accepted: 1 })
  expect((await t.server.inject({ url: last.click_url, headers })).statusCode).toBe(302)
  expect(await charged(plan_id)).toEqual([
    { kind: 'click', count: 1n, charge_micros: 0n },
    { kind: 'impression', count: 1n, charge_micros: 5_000_000n },
    { kind: 'viewable', count: 1n, charge_micros: 0n },
  ])
  await t.advance(5 * MINUTE_MS)
  expect(await report(last.token, 'video_25')).toMatchObject({ refused: [{ reason: 'token_expired' }] })
})

test('what was never shown is free again within minutes; what was never clicked after its hour [proof 876]', async () => {
  const node_id = await registerNode(t.services.database)
  const whole = { node_id, slice_micros: 10_000_000n, least_micros: 10_000_000n }
  const lease = (plan_id: string, charge_within_ms: number) =>
    t.system((tx) => grantLease(tx, plan_id, { ...whole, charge_within_ms }))
  const [seen, clicked] = [await place(10_000_000n), await place(10_000_000n)]
  expect(await lease(seen, 5 * MINUTE_MS)).not.toBe(null)
  expect(await lease(clicked, 60 * MINUTE_MS)).not.toBe(null)
  const freeAfter = async (minutes: number) => {
    await t.advance(minutes * MINUTE_MS)
    await t.system((tx) => closeLeases(tx))
    const plan_ids = []
    for (const plan_id of [seen, clicked]) if (await lease(plan_id, 5 * MINUTE_MS)) plan_ids.push(plan_id)
    return plan_ids
  }
  expect(await freeAfter(7.9)).toEqual([])
  expect(await freeAfter(0.2)).toEqual([seen])
  expect(await freeAfter(54.7)).toEqual([seen])
  expect(await freeAfter(0.3)).toEqual([clicked])
})

test('a lease with charges on their way to the books does not close; what was spent on a closed one is its budget’s [proof 973]', async () => {
  const plan_id = await place(10_000_000n)
  // Plans of the tests before may be drawn, too.
  const shown = (await drain(market.placement_key)).find(({ token }) => planOf(token) === plan_id)
  expect(await report(shown?.token ?? '', 'impression')).toEqual({ accepted: 1 })
  const close = `update delivery.leases set closed_at = platform.now() where plan_id = '${plan_id}'`
  expect(await saidByLogin(t.db.logins.delivery, close, {})).toMatch(/nor closes before/)
  await t.db.asOwner(`${close} and closed_at is null`)
  await settleBooks(t.services)
  const [budget] = await t.db.asOwner(
    'select spent_micros, day_spent_micros from delivery.budgets where plan_id = $1',
    [plan_id],
  )
  expect(budget).toEqual({ spent_micros: 5_000_000n, day_spent_micros: 5_000_000n })
})
