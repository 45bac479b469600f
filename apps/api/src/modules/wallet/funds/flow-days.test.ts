import type { RequestOf } from '@adtally/contract/call.ts'
import { transactionFlowMonth } from '@adtally/contract/money/statements.ts'
import { transactionFlowList } from '@adtally/contract/money/wallet.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { anyCause } from '../../../testing/any-cause.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { postTransfers } from '../../ledger/index.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const ZONES = ['UTC', 'Asia/Tokyo', 'Pacific/Kiritimati', 'America/Los_Angeles']

/** The plan was placed on the first of these days and spent on each of them, on the same line. */
const days: string[] = []

const program = await testProgram()
afterAll(() => program.close())
await anyCause(program.db.asOwner)
const market = await buildMarket(program.services, program.modules)
const customer = await market.customerWith('400.00')
const token = customer.token
const { customer_id } = customer
const plan_id = await market.place(customer_id, 50_000_000n)
const flow = {
  id: `plan:${plan_id}:placed`,
  type: 'ad_serving',
  subject_kind: 'plan',
  subject_id: plan_id,
} as const
for (let added = 0; added < 3; added += 1) {
  if (added > 0) await program.advance(DAY_MS)
  days.push(program.services.clock.now().toISOString().slice(0, 10))
  await program.system((tx) =>
    postTransfers(tx, [
      {
        id: newId(),
        kind: 'posted',
        posting: 'plan_placed',
        debit: { code: 'customer_available', owner_id: customer_id },
        credit: { code: 'plan_cash', owner_id: customer_id, subject_id: plan_id },
        amount_micros: 1_000_000n,
        cause: { kind: 'plan', id: plan_id },
        flow,
      },
    ]),
  )
}
/** The plan's readable number. */
const number = (await lines({ type: 'ad_serving' }))[0]?.number ?? ''

async function lines(query: RequestOf<typeof transactionFlowList>, zone = 'UTC') {
  const options = { token, headers: { 'x-tz': zone } }
  const { data } = await program.call(transactionFlowList, query, options)
  expect(data).not.toHaveProperty('reason')
  return data.items
}

describe('a search within days', () => {
  test.each([
    ['until the first', () => ({ until: days[0] }), '-51.00'],
    ['from the second', () => ({ from: days[1] }), '-2.00'],
    ['the second alone', () => ({ from: days[1], until: days[1] }), '-1.00'],
    ['from the first of its month', () => ({ from: `${days[0]?.slice(0, 7)}-01` }), '-53.00'],
  ])('tells a line by its part within: %s', async (_which, range, amount) => {
    const query = Object.fromEntries(Object.entries(range()).map(([name, day]) => [name, day ?? '']))
    const found = await lines({ search: number, ...query })
    expect(found.map((line) => line.amount)).toEqual([amount])
    expect(found).toEqual(await lines({ type: 'ad_serving', ...query }))
  })

  test.each(ZONES)('finds what the list shows, in %s', async (zone) => {
    for (const range of [
      ...days.flatMap((day) => [{ from: day }, { until: day }, { month: day.slice(0, 7) }]),
      { from: days[1], until: days[1] },
    ]) {
      expect(await lines({ search: number, ...range }, zone)).toEqual(
        await lines({ type: 'ad_serving', ...range }, zone),
      )
    }
  })
})

describe.each(ZONES)('the first and the last of all days and months, in %s', (zone) => {
  test.each([
    ['from', '0001-01-01', true],
    ['until', '9999-12-31', true],
    ['from', '9999-12-31', false],
    ['until', '0001-01-01', false],
    ['month', '0001-01', false],
    ['month', '9999-12', false],
  ])('%s %s', async (name, value, holds_all) => {
    const all = await lines({}, zone)
    expect(all.length).toBeGreaterThan(1)
    expect(await lines({ [name]: value }, zone)).toEqual(holds_all ? all : [])
    expect(await lines({ [name]: value, search: number }, zone)).toEqual(
      holds_all ? all.filter((line) => line.number === number) : [],
    )
  })

  test('sums of a month', async () => {
    const options = { token, headers: { 'x-tz': zone } }
    const first = await program.call(transactionFlowMonth, { month: '0001-01' }, options)
    expect(first.data).toMatchObject({ types: [], closing: { total: '0.00' } })
    const last = await program.call(transactionFlowMonth, { month: '9999-12' }, options)
    expect(last).toMatchObject({ code: 405, data: { reason: 'statement_month_not_begun', field: 'month' } })
  })
})
