import { PRODUCT_SORTS, type ProductSort } from '@adtally/contract/enums.ts'
import { productDetail, productList } from '@adtally/contract/plans/products.ts'
import { afterAll, expect, test } from 'vitest'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { testSettings } from '../../../testing/servers/test-services.ts'
import { buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { buildAdvertiser, buildProduct } from '../../../testing/worlds/build-marketplace.ts'
import { UNIT } from '../testing/plan-world.ts'
import { type Circle, plantRevision, plantSettled } from '../testing/planted-results.ts'

const NAMES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const
type Name = (typeof NAMES)[number]

const products = new Map<Name, Circle>()

const p = await testProgram({ settings: testSettings({ RATE_LIMIT_PER_MINUTE: '900000' }) })
afterAll(() => p.close())
// The constraint is dropped so that plans can be planted with any profit and no share.
await p.db.asOwner('alter table plans.results drop constraint results_share_of_new_profit')
const customer = await buildCustomer(p.services)
const escrow = { sea: 100n, lake: 62_500_000n, pond: 0n, well: 10n }
const [sea, lake, pond, well] = await Promise.all(
  [escrow.sea * UNIT, escrow.lake, escrow.pond, escrow.well * UNIT].map((micros) =>
    buildAdvertiser(p.services, micros),
  ),
)
const offers = [
  [sea, '2.50'],
  [sea, '4.00'],
  [lake, '2.50'],
  [pond, '1.00'],
  [well, '4.00'],
  [well, '0.50'],
] as const
for (const [index, [advertiser, payout]] of offers.entries()) {
  const { advertiser_id } = advertiser ?? {}
  const made = await buildProduct(p.services, { ...(advertiser_id && { advertiser_id }), payout })
  products.set(NAMES[index] ?? 'first', made)
}

const circleOf = (name: Name): Circle => products.get(name) ?? { product_id: '', advertiser_id: '' }

const plan = (spend: bigint, revenue: bigint) => ({
  amount_micros: 100n * UNIT,
  spend_micros: spend * UNIT,
  revenue_micros: revenue * UNIT,
})

/** Plants settled plans, some of which lost money, with their delivery. */
async function settle(
  name: Name,
  plans: { lost: number; won: number; spend: bigint },
  delivered: { impressions: number; clicks: number; conversions: number },
): Promise<string[]> {
  const plan_ids = await plantSettled(p, customer.customer_id, circleOf(name), [
    ...Array(plans.lost).fill(plan(plans.spend, plans.spend - 1n)),
    ...Array(plans.won).fill(plan(plans.spend, plans.spend)),
  ])
  const { impressions, clicks, conversions } = delivered
  await p.db.asOwner(
    `insert into statistics.plan_totals (plan_id, customer_id, impressions, clicks, conversions)
     select plan_id, $2, $3, $4, $5 from unnest($1::uuid[]) as planted (plan_id)`,
    [plan_ids, customer.customer_id, impressions, clicks, conversions],
  )
  return plan_ids
}

async function page(query: { sort?: ProductSort; limit?: string; cursor?: string }) {
  return (await p.call(productList, query, { token: customer.token })).data
}

/** All products in an order, read `limit` at a time. */
async function listed(sort: ProductSort, limit: number): Promise<(Name | undefined)[]> {
  const names: (Name | undefined)[] = []
  let cursor: string | null = null
  do {
    const read = await page({ sort, limit: String(limit), ...(cursor === null ? {} : { cursor }) })
    expect(read.items.length).toBeGreaterThan(0)
    for (const { product_id } of read.items)
      names.push(NAMES.find((name) => circleOf(name).product_id === product_id))
    cursor = read.next_cursor
  } while (cursor !== null && names.length < 2 * NAMES.length)
  return names
}

const NEWEST_FIRST = NAMES.toReversed()

test('where no plan has settled, no figure is made up and the newest stand first', async () => {
  for (const sort of ['newest', 'price', 'conversion_rate', 'cost_per_conversion', 'record'] as const)
    expect(await listed(sort, 2)).toEqual(NEWEST_FIRST)
  const [card] = (await page({})).items
  expect(card).toMatchObject({
    settled: { settled_plans: 0, cost_per_thousand: null, cost_per_conversion: null },
    loss_record: { losing_plans_percent: null },
  })
})

test('products stand in each order across pages: ties newest first, what has no figure last [proof 402]', async () => {
  await settle(
    'first',
    { lost: 15, won: 15, spend: 10n },
    { impressions: 5_000, clicks: 100, conversions: 5 },
  )
  await settle('second', { lost: 0, won: 2, spend: 10n }, { impressions: 10_000, clicks: 50, conversions: 0 })
  await settle('third', { lost: 3, won: 27, spend: 10n }, { impressions: 5_000, clicks: 200, conversions: 5 })
  await settle('fourth', { lost: 0, won: 1, spend: 0n }, { impressions: 0, clicks: 0, conversions: 0 })
  const corrected = await settle(
    'sixth',
    { lost: 1, won: 0, spend: 1n },
    { impressions: 1_000, clicks: 10, conversions: 1 },
  )
  const now = p.services.clock.now()
  await plantRevision(p, customer.customer_id, circleOf('sixth'), corrected, [plan(3n, 1n)], now, 2)
  await p.advance(61_000)
  const orders: Record<ProductSort, Name[]> = {
    newest: NEWEST_FIRST,
    payout: ['fifth', 'second', 'third', 'first', 'fourth', 'sixth'],
    price: ['second', 'third', 'first', 'sixth', 'fifth', 'fourth'],
    conversion_rate: ['sixth', 'first', 'third', 'second', 'fifth', 'fourth'],
    cost_per_conversion: ['third', 'first', 'sixth', 'fifth', 'fourth', 'second'],
    // `second` has its advertiser's record, which has fewer losses than the own record of `first`.
    record: ['third', 'first', 'second', 'sixth', 'fifth', 'fourth'],
    capacity: ['first', 'third', 'second', 'sixth', 'fifth', 'fourth'],
  }
  for (const sort of PRODUCT_SORTS)
    for (const limit of [1, 2, 4, 100])
      expect(await listed(sort, limit), `${sort} by ${limit}`).toEqual(orders[sort])
})

test('a product says what it is compared by, and whose figures its record is [proof 403]', async () => {
  const { items } = await page({})
  const of = (name: Name) => items.find(({ product_id }) => product_id === circleOf(name).product_id)
  expect(of('first')).toMatchObject({
    settled: {
      settled_plans: 30,
      impressions: 150_000,
      clicks: 3_000,
      conversions: 150,
      spend: '300.00',
      cost_per_thousand: '2.00',
      cost_per_conversion: '2.00',
    },
    capacity_conversions: 40,
    loss_record: { basis: 'product', losing_plans_percent: '50.0' },
  })
  expect(of('second')).toMatchObject({
    settled: { settled_plans: 2, clicks: 100, conversions: 0, cost_per_conversion: null },
    loss_record: { basis: 'advertiser', settled_plans: 32, losing_plans_percent: '46.9' },
  })
  expect(of('fourth')).toMatchObject({
    settled: { settled_plans: 1, impressions: 0, cost_per_thousand: null },
    capacity_conversions: 0,
    loss_record: { basis: 'platform' },
  })
  expect(of('fifth')).toMatchObject({
    settled: { settled_plans: 0, spend: '0.00', cost_per_thousand: null, cost_per_conversion: null },
    // Escrow of 10.00 covers two conversions of 4.00.
    capacity_conversions: 2,
  })
  expect(of('sixth')).toMatchObject({ settled: { spend: '3.00', cost_per_conversion: '3.00' } })
  const input = { product_id: circleOf('first').product_id }
  const { data } = await p.call(productDetail, input, { token: customer.token })
  expect(data).toMatchObject({ settled: of('first')?.settled, capacity_conversions: 40 })
})

test('an unknown order is refused, and so is the place in another one [proof 404]', async () => {
  const url = `${p.services.settings.base_path}${productList.path}`
  const headers = { 'x-ct': customer.token }
  const unknown = await p.server.inject({ url: `${url}?sort=profit`, headers })
  expect(unknown.json()).toMatchObject({ code: 400, data: { reason: 'field_invalid', field: 'sort' } })
  const { next_cursor } = await page({ sort: 'price', limit: '1' })
  const newest = await page({ limit: '1' })
  for (const [sort, cursor] of [
    ['capacity', next_cursor],
    ['newest', next_cursor],
    ['price', newest.next_cursor],
    ['price', Buffer.from('price||1').toString('base64url')],
  ] as const) {
    const query = { sort, cursor: cursor ?? '' }
    expect(await p.call(productList, query, { token: customer.token })).toMatchObject({
      data: { reason: 'cursor_invalid' },
    })
  }
})

test('an order keeps to the filter, and to what is open', async () => {
  const { product_id } = circleOf('third')
  await p.db.asOwner(
    'update marketplace.products set is_open = false, version = version + 1 where product_id = $1',
    [product_id],
  )
  expect(await listed('price', 2)).toEqual(['second', 'first', 'sixth', 'fifth', 'fourth'])
  const { items } = (await p.call(productList, { sort: 'price', type: 'video' }, { token: customer.token }))
    .data
  expect(items).toEqual([])
})
