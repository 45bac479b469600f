import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { idFromBytes } from './events/binary-id.ts'
import { settleBooks } from './index.ts'

const PAGE = readFileSync(new URL('../../../../../docs/an-event.md', import.meta.url), 'utf8')
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

const t = await testProgram()
afterAll(() => t.close())

/** Runs a query of the page with what is known so far, and remembers what its first row tells. */
async function run(query: string, known: Map<string, unknown>): Promise<Record<string, unknown>[]> {
  const values: unknown[] = []
  const text = query.replaceAll(/(?<!:):([a-z_]+)/g, (_, name: string) => {
    if (!known.has(name)) throw new Error(`the page asks for :${name} before it was found`)
    values.push(known.get(name))
    return `$${values.length}`
  })
  const rows = await t.db.asOwner<Record<string, unknown>>(text, values)
  for (const [name, value] of Object.entries(rows[0] ?? {})) known.set(name, value)
  return rows
}

test('the page of an event’s way leads from its slot to the publisher’s balance, as its queries stand [proof 971]', async () => {
  const market = await buildMarket(t.services, t.modules, { placement: { price: '5.00' } })
  const { customer_id } = await market.customerWith('100.00')
  const plan_id = await market.place(customer_id, 50_000_000n)
  await t.services.delivery.refresh()
  const headers = { origin: market.origin, 'user-agent': PHONE }
  const url = `/delivery/v1/decision?placement=${market.placement_key}&device=device-of-the-page`
  const { token } = (await t.server.inject({ url, headers })).json()
  const payload = { token, kind: 'impression' }
  await t.server.inject({ method: 'POST', url: '/delivery/v1/event', headers, payload })
  await settleBooks(t.services)

  // A decision's id stands open in its token, after version and key.
  const decision_id = idFromBytes(Buffer.from(token, 'base64url'), 2)
  const known = new Map<string, unknown>([['decision_id', decision_id]])
  const queries = Array.from(PAGE.matchAll(/```sql\n([\s\S]*?)\n```/g), ([, query = '']) => query)
  const answers: Record<string, unknown>[][] = []
  for (const query of queries) answers.push(await run(query, known))
  const [lease, event, batch, entries, counted, figures, balance, tainting] = answers
  expect(lease).toMatchObject([{ placed_micros: 50_000_000n }])
  expect(event).toMatchObject([{ plan_id, charge_micros: 5_000n, fee_micros: 1_000n, rule: null }])
  expect(batch).toHaveLength(1)
  expect(entries).toEqual([
    { posting: 'spend', paid_from: 'plan_cash', paid_to: 'publisher_unsettled', amount_micros: 4_000n },
    { posting: 'spend', paid_from: 'plan_cash', paid_to: 'fee_unearned', amount_micros: 1_000n },
  ])
  expect(counted).toEqual([{ events: 1n, charge_micros: 5_000n, fee_micros: 1_000n }])
  expect(figures).toEqual([{ impressions: 1n, spend_micros: 5_000n }])
  expect(balance).toEqual([{ balance_micros: 4_000n }])
  expect(tainting).toEqual([])
})
