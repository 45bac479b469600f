import { RANGE_DAYS_MAX, statisticsList } from '@adtally/contract/plans/statistics.ts'
import { statisticsChart } from '@adtally/contract/plans/statistics-chart.ts'
import { parseAmount, total } from '@adtally/money/money.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { DAY_MS, startOfLocalDay } from '../../lib/time-zones.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/worlds/build-customer.ts'

const ZONE = 'Asia/Kathmandu'
let customer: BuiltCustomer

const p = await testProgram()
beforeEach(async () => {
  customer = await buildCustomer(p.services)
  await p.db.asOwner('update identity.customers set created_at = $2 where customer_id = $1', [
    customer.customer_id,
    new Date(startOfLocalDay(ZONE, daysAgo(500)) + DAY_MS / 2),
  ])
})
afterAll(() => p.close())

/** The local day this many days ago, since 1970. */
function daysAgo(days: number): number {
  return Math.floor((p.services.clock.now_ms() + 5.75 * 3_600_000) / DAY_MS) - days
}
const text = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)
const asked = (first: number, last: number) => ({
  type: '5' as const,
  user_time_zone: ZONE,
  from: text(first),
  until: text(last),
})
const read = (first: number, last: number, headers?: Record<string, string>) =>
  p.call(statisticsList, asked(first, last), { token: customer.token, ...(headers ? { headers } : {}) })

/** Events of one quarter hour, as the processor would count them. */
async function count(
  day: number,
  hour: number,
  figures: { impressions: number; spend: bigint; revenue: bigint },
) {
  await p.db.asOwner(
    `insert into statistics.customer_quarters (customer_id, quarter, plan_id, impressions, spend_micros, revenue_micros)
    values ($1, $2, $3, $4, $5, $6)`,
    [
      customer.customer_id,
      new Date(startOfLocalDay(ZONE, day) + hour * 3_600_000),
      newId(),
      figures.impressions,
      figures.spend,
      figures.revenue,
    ],
  )
}

test('a range counts its days by the zone, first and last included, and days add up to it exactly [proof 473]', async () => {
  const first = daysAgo(40)
  const days = Array.from({ length: 35 }, (_, index) => first + index)
  for (const [index, day] of days.entries()) {
    // Alternately the day's first and last quarter hour.
    await count(day, index % 2 ? 23.75 : 0, { impressions: 1, spend: 333_333n + BigInt(index), revenue: 7n })
  }
  const [from, until] = [days[1] ?? 0, days[33] ?? 0]
  const { data: range } = await read(from, until)
  expect(range).toMatchObject({ type: '5', impressions: 33, delivery_orders: 33, estimated: true })
  const single = (await Promise.all(days.slice(1, 34).map((day) => read(day, day)))).map(({ data }) => data)
  const sum = (member: 'consumed' | 'advertising_revenue') =>
    total(single.map((reading) => parseAmount(reading[member]) ?? 0n))
  expect(sum('consumed')).toBe(parseAmount(range.consumed))
  expect(sum('advertising_revenue')).toBe(parseAmount(range.advertising_revenue))
  const chart = await p.call(statisticsChart, asked(from, until), { token: customer.token })
  expect(total(chart.data.points.map(({ spend }) => parseAmount(spend) ?? 0n))).toBe(
    parseAmount(range.consumed),
  )
  expect(chart.data.before).toMatchObject({ impressions: 1, consumed: '0.333333' })
  expect(chart.data.points.length).toBeLessThanOrEqual(96)
  // An empty range.
  expect((await read(daysAgo(3), daysAgo(2))).data).toMatchObject({
    impressions: 0,
    consumed: '0.00',
    profit: '0.00',
  })
})

test('what is no range of the account’s past is refused with its reason [proof 475]', async () => {
  const refused = async (first: number, last: number) => (await read(first, last)).data
  expect(await refused(daysAgo(2), daysAgo(3))).toMatchObject({ reason: 'range_reversed', field: 'until' })
  expect(await refused(daysAgo(RANGE_DAYS_MAX), daysAgo(0))).toMatchObject({
    reason: 'range_too_long',
    field: 'from',
  })
  expect(await refused(daysAgo(1), daysAgo(-1))).toMatchObject({ reason: 'range_in_future', field: 'until' })
  expect(await refused(daysAgo(501), daysAgo(490))).toMatchObject({
    reason: 'range_before_account',
    field: 'from',
  })
  // The limits themselves are accepted: 400 days, today, the account's first day.
  for (const [first, last] of [
    [RANGE_DAYS_MAX - 1, 0],
    [500, 490],
  ] as const)
    expect((await read(daysAgo(first), daysAgo(last))).code).toBe(200)
  const token = { token: customer.token }
  const ask = async (query: object) =>
    (await p.call(statisticsList, { user_time_zone: ZONE, ...query }, token)).data
  expect(await ask({ type: '5' })).toMatchObject({ reason: 'field_required', field: 'from' })
  expect(await ask({ type: '5', from: '2026-02-01' })).toMatchObject({
    reason: 'field_required',
    field: 'until',
  })
  expect(await ask({ type: '1', from: '2026-02-01' })).toMatchObject({
    reason: 'field_unknown',
    field: 'from',
  })
  expect(await ask({ type: '5', from: '2026-02-30', until: '2026-03-01' })).toMatchObject({
    reason: 'field_invalid',
  })
  const chart = await p.call(statisticsChart, asked(daysAgo(501), daysAgo(490)), token)
  expect(chart.data).toMatchObject({ reason: 'range_before_account' })
  expect(chart.msg).toBe('Your account wasn’t open yet on this day')
})

test('an unchanged range and its chart are a 304; a change in it is not [proof 476]', async () => {
  const [first, last] = [daysAgo(9), daysAgo(5)]
  await count(first, 3, { impressions: 4, spend: 1_000n, revenue: 0n })
  const token = { token: customer.token }
  const etag = async (call: typeof statisticsList | typeof statisticsChart) =>
    String((await p.call(call, asked(first, last), token)).headers.etag)
  const [reading, chart] = [await etag(statisticsList), await etag(statisticsChart)]
  expect((await read(first, last, { 'if-none-match': reading })).status).toBe(304)
  const same = await p.call(statisticsChart, asked(first, last), {
    ...token,
    headers: { 'if-none-match': chart },
  })
  expect([same.status, same.headers.etag]).toEqual([304, chart])
  await count(first, 4, { impressions: 1, spend: 1n, revenue: 0n })
  const changed = await p.call(statisticsChart, asked(first, last), {
    ...token,
    headers: { 'if-none-match': chart },
  })
  expect(changed.status).toBe(200)
})

test('today stands beside the same hours of yesterday, and all time beside nothing [proof 477]', async () => {
  const [today, yesterday] = [daysAgo(0), daysAgo(1)]
  const now_ms = p.services.clock.now_ms()
  const passed_hours = (now_ms - startOfLocalDay(ZONE, today)) / 3_600_000
  if (passed_hours < 2 || passed_hours > 22) await p.advance(12 * 3_600_000)
  const hour = Math.floor((p.services.clock.now_ms() - startOfLocalDay(ZONE, daysAgo(0))) / 3_600_000)
  const shift = daysAgo(1) - yesterday
  await count(yesterday + shift, 0, { impressions: 2, spend: 500n, revenue: 100n })
  await count(yesterday + shift, hour + 1, { impressions: 100, spend: 9_000n, revenue: 0n })
  const chart = async (type: '1' | '4') =>
    (await p.call(statisticsChart, { type, user_time_zone: ZONE }, { token: customer.token })).data.before
  expect(await chart('1')).toMatchObject({
    impressions: 2,
    consumed: '0.0005',
    advertising_revenue: '0.0001',
    profit: '-0.0004',
  })
  expect(await chart('4')).toBeNull()
})
