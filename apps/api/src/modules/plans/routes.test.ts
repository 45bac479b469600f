import {
  lossRecordCall,
  planCancel,
  planEntries,
  planList,
  planPause,
  planPut,
  planStop,
} from '@adtally/contract/plans/plans.ts'
import { productDetail, productList } from '@adtally/contract/plans/products.ts'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { testSettings } from '../../testing/servers/test-services.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildProduct, giveCash, runMarketplaceVerb } from '../../testing/worlds/build-marketplace.ts'
import { fileOf } from '../given-file.ts'
import { UNIT } from './testing/plan-world.ts'

const p = await testProgram({ settings: testSettings({ RATE_LIMIT_PER_MINUTE: '900000' }) })
afterAll(() => p.close())
const customer = await buildCustomer(p.services)
const other = await buildCustomer(p.services)
await giveCash(p.services, customer.customer_id, 1_000n * UNIT)
const product = await buildProduct(p.services)

async function put(amount: string, request_id = newId()) {
  const input = { request_id, product_id: product.product_id, amount, duration_days: 30 }
  return await p.call(planPut, input, { token: customer.token })
}

test('a plan is placed, listed, cancelled and found in its entries', async () => {
  const placed = await put('100.00')
  expect(placed).toMatchObject({ code: 200, data: { conversion_cap: 80, reserved: '200.00' } })
  const { token } = customer
  const list = await p.call(planList, {}, { token })
  expect(list.data.items[0]).toMatchObject({
    number: placed.data.number,
    status: 'matching',
    put_amount: '100.00',
    to_be_consumed: '100.00',
    put_progress_percent: 0,
    estimated: true,
    learning_phase: true,
  })
  const { plan_id } = placed.data
  expect((await p.call(planCancel, { plan_id }, { token })).data).toMatchObject({
    status: 'putFailed',
    to_be_consumed: '0.00',
    estimated: false,
  })
  const entries = await p.call(planEntries, { plan_id }, { token })
  expect(entries.data.items.map(({ posting }) => posting)).toEqual([
    'unspent_returned',
    'unspent_returned',
    'plan_placed',
    'plan_placed',
  ])
})

test('the same request in capitals is the same request: one plan, the first outcome', async () => {
  const input = { request_id: newId(), product_id: product.product_id, amount: '15.00', duration_days: 30 }
  const capitals = {
    ...input,
    request_id: input.request_id.toUpperCase(),
    product_id: input.product_id.toUpperCase(),
  }
  const { token } = customer
  const total = async () => (await p.call(planList, { limit: '100' }, { token })).data.items.length
  const before = await total()
  const first = await p.call(planPut, input, { token })
  const again = await p.call(planPut, capitals, { token })
  expect(first.code).toBe(200)
  expect(again).toMatchObject({ code: 200, data: first.data })
  const { plan_id } = first.data
  const cancelled = await p.call(planCancel, { plan_id: plan_id.toUpperCase() }, { token })
  expect(cancelled.data).toMatchObject({ plan_id, status: 'putFailed' })
  expect(await total()).toBe(before + 1)
})

test('the list pages, filters, searches and sorts', async () => {
  const { token } = customer
  const placed = []
  for (const amount of ['30.00', '10.00', '20.00']) placed.push((await put(amount)).data.plan_id)
  const pages = []
  for (let cursor: string | undefined; ; ) {
    const page = await p.call(
      planList,
      { status: 'matching', limit: '2', ...(cursor && { cursor }) },
      { token },
    )
    pages.push(page.data.items.map(({ plan_id }) => plan_id))
    if (page.data.next_cursor === null) break
    cursor = page.data.next_cursor
  }
  expect(pages).toEqual([[placed[2], placed[1]], [placed[0]]])
  const sorted = async (sort: 'oldest' | 'amount' | 'profit') =>
    (await p.call(planList, { status: 'matching', sort, limit: '2' }, { token })).data
  expect((await sorted('oldest')).items.map(({ plan_id }) => plan_id)).toEqual(placed.slice(0, 2))
  const by_amount = await sorted('amount')
  expect(by_amount.items.map(({ put_amount }) => put_amount)).toEqual(['30.00', '20.00'])
  const rest = { sort: 'amount', status: 'matching', cursor: by_amount.next_cursor ?? '' } as const
  expect((await p.call(planList, rest, { token })).data.items.map(({ put_amount }) => put_amount)).toEqual([
    '10.00',
  ])
  const profit = await sorted('profit')
  const next = { sort: 'profit', status: 'matching', cursor: profit.next_cursor ?? '' } as const
  expect((await p.call(planList, next, { token })).data.items).toHaveLength(1)
  const wrong = { sort: 'oldest', cursor: profit.next_cursor ?? '' } as const
  expect((await p.call(planList, wrong, { token })).data.reason).toBe('cursor_invalid')
  expect((await p.call(planList, { search: 'puzzle', limit: '1' }, { token })).data.items).toHaveLength(1)
  expect((await p.call(planList, { search: '100%_' }, { token })).data.items).toEqual([])
})

test('somebody else’s plan does not exist', async () => {
  const { plan_id } = (await put('10.00')).data
  const { token } = other
  for (const reply of [
    await p.call(planCancel, { plan_id }, { token }),
    await p.call(planStop, { plan_id }, { token }),
    await p.call(planPause, { plan_id, paused: true }, { token }),
    await p.call(planEntries, { plan_id }, { token }),
  ]) {
    expect(reply).toMatchObject({ status: 200, code: 405, data: { reason: 'plan_not_found' } })
  }
  expect((await p.call(planList, {}, { token })).data.items).toEqual([])
  expect((await p.call(planCancel, { plan_id }, { token: customer.token })).code).toBe(200)
})

test('bad amounts are refused with the field named, and change nothing [proof 77]', async () => {
  for (const [amount, reason] of [
    ['1e3', 'amount_malformed'],
    ['-1', 'amount_malformed'],
    ['0.0000001', 'amount_malformed'],
    ['NaN', 'amount_malformed'],
    ['0', 'amount_zero'],
    ['9.99', 'investment_out_of_range'],
    ['5000.01', 'investment_out_of_range'],
    ['4999.00', 'insufficient_balance'],
  ] as const) {
    expect((await put(amount)).data).toMatchObject({ reason })
  }
})

test('products come with their loss record, and the platform’s is public', async () => {
  const { token } = customer
  const list = await p.call(productList, { type: 'landing_page', search: 'puzz' }, { token })
  const [card] = list.data.items
  expect(card).toMatchObject({
    product_id: product.product_id,
    payout: '2.50',
    amount_min: '10.00',
    open: true,
    related_party: false,
    image_url: expect.stringMatching(`/delivery/v1/asset/${product.creative?.asset_sha256}(/small)?$`),
    loss_record: { basis: 'platform', settled_plans: 0, losing_plans_percent: null },
  })
  expect((await p.call(productList, { type: 'video' }, { token })).data.items).toEqual([])
  const detail = await p.call(productDetail, { product_id: product.product_id }, { token })
  expect(detail.data).toMatchObject({
    conversion_cap_percent: 200,
    publisher_share_percent: 80,
    learning_phase_conversions: 50,
    creatives: [{ creative_id: product.creative?.creative_id, kind: 'image' }],
  })
  expect((await p.call(productDetail, { product_id: newId() }, { token })).data.reason).toBe(
    'product_not_found',
  )
  expect((await p.call(lossRecordCall, {})).data).toMatchObject({ basis: 'platform' })
  expect((await p.call(productList, {})).code).toBe(401)
})

test('lists show the small picture of a creative, its own preview the whole one', async () => {
  const { product_id } = await buildProduct(p.services, { creative: 'none' })
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const poster = sharp({ create: { width: 600, height: 500, channels: 3, noise, background: '#fff' } })
  const file = fileOf('picture.png', await poster.png().toBuffer())
  const creative = { product_id, kind: 'image', headline: 'A', body: 'B', file }
  const { creative_id, asset_sha256 } = Object(
    await runMarketplaceVerb(p.services, 'create-creative', creative),
  )
  await runMarketplaceVerb(p.services, 'approve-creative', { creative_id, asset_sha256 }, 'checker')
  const { token } = customer
  const detail = (await p.call(productDetail, { product_id }, { token })).data
  const [shown] = detail.creatives
  expect(shown).toEqual({
    creative_id,
    kind: 'image',
    headline: 'A',
    body: 'B',
    image_url: expect.stringMatching(/\/delivery\/v1\/asset\/[0-9a-f]{64}$/),
    video_url: null,
    width: 600,
    height: 500,
  })
  const small = `${shown?.image_url}/small`
  expect(detail.image_url).toBe(small)
  const [card] = (await p.call(productList, {}, { token })).data.items
  expect(card).toMatchObject({ product_id, image_url: small })
  const input = { request_id: newId(), product_id, amount: '10.00', duration_days: 30 }
  expect((await p.call(planPut, input, { token })).code).toBe(200)
  expect((await p.call(planList, {}, { token })).data.items[0]).toMatchObject({
    product_id,
    image_url: small,
  })
  expect((await p.server.inject({ url: new URL(small).pathname })).headers['content-type']).toBe('image/webp')
})
