import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { reasonOf } from '../../../testing/reason-of.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { asRole } from '../../as-role.ts'
import { registerNode } from '../events/event.repository.ts'
import { grantLease } from '../testing/grant-lease.ts'
import { explainDecision } from './explain-decision.ts'
import { countedSteps } from './explain-placement.verb.ts'

const UNIT = 1_000_000n
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const { customer_id } = await market.customerWith('400.00')
const { delivery } = t.services

/** A placement and a plan that only meet each other. */
async function pairOf(product_flags: Record<string, string>, placement_flags: Record<string, string> = {}) {
  const product_id = await market.addProduct({ category: 'tools', ...product_flags })
  const { key } = await market.addPlacement({ categories_refused: 'games_puzzle', ...placement_flags })
  const plan_id = await market.place(customer_id, 10n * UNIT, product_id)
  await delivery.refresh()
  return { key, plan_id }
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** 1970-01-05. */
const A_MONDAY_MS = 4 * DAY_MS

/** So long after the first moment, in UTC, of the next Monday, which is before any plan's end. */
function nextMonday(after_ms: number): string {
  const week_ms = 7 * DAY_MS
  const weeks = Math.ceil((t.services.clock.now_ms() - 30 * MINUTE_MS - A_MONDAY_MS) / week_ms)
  return new Date(A_MONDAY_MS + weeks * week_ms + after_ms).toISOString()
}

let devices = 0
async function ask(placement: string, query: Record<string, string> = {}) {
  devices += 1
  const url = `/delivery/v1/decision?${new URLSearchParams({ placement, device: `device-of-paths-${devices}`, ...query })}`
  const reply = await t.server.inject({ url, headers: { origin: market.origin, 'user-agent': PHONE } })
  return { status: reply.statusCode, ...reply.json() }
}

const explained = z.object({
  country_database: z.object({ built_on: z.string(), sha256: z.string() }),
  plans: z.array(
    z.object({ plan_id: z.string(), fell_at: z.nullable(z.string()), share_percent: z.number() }),
  ),
})

/** What staff are told of a plan on a placement: its step, or its share of the draw. */
async function told(plan_id: string, placement: string, visitor: Record<string, string> = {}) {
  const answer = z.parse(explained, await market.office.run('explain-decision', { placement, ...visitor }))
  const plan = answer.plans.find((one) => one.plan_id === plan_id)
  return plan?.fell_at ?? plan?.share_percent
}

test('topics of a page reach what targets them, and a list that is too long is malformed [proof 961]', async () => {
  const { key, plan_id } = await pairOf({ keywords_any: 'Chess,Board Games', keywords_none: 'war' })
  expect(await ask(key)).toMatchObject({ fill: false, reason: 'targeting' })
  expect(await ask(key, { keywords: 'news,CHESS' })).toMatchObject({ fill: true })
  expect(await ask(key, { keywords: 'chess,war' })).toMatchObject({ fill: false, reason: 'targeting' })
  expect(await told(plan_id, key)).toBe('keyword')
  expect(await told(plan_id, key, { keywords: 'chess' })).toBe(100)
  const many = Array.from({ length: 21 }, (_, index) => `word${index}`).join(',')
  expect(await ask(key, { keywords: many })).toMatchObject({ status: 400, reason: 'malformed' })
})

/** Has a node hold so much of a plan's budget. */
async function hold(plan_id: string, amount_micros: bigint): Promise<void> {
  await t.db.asOwner('update delivery.leases set amount_micros = $1 where plan_id = $2', [
    amount_micros,
    plan_id,
  ])
}

test('staff are told when a plan’s day is spent, and when all of it is', async () => {
  const { key, plan_id } = await pairOf({ keywords_any: 'letters' })
  const keywords = 'letters'
  expect(await ask(key, { keywords })).toMatchObject({ fill: true })
  expect(await told(plan_id, key, { keywords })).toBe(100)
  await hold(plan_id, 5n * UNIT)
  expect(await told(plan_id, key, { keywords })).toBe('pace')
  await hold(plan_id, 10n * UNIT)
  expect(await told(plan_id, key, { keywords })).toBe('budget')
})

test('staff are told of every plan why it is shown to a visitor or not, out of the database alone [proof 952]', async () => {
  const { key, plan_id } = await pairOf(
    { category: 'finance', countries: 'NL', devices: 'tv,phone', hours: 'mon 9-10' },
    { time_zone: 'Asia/Tokyo', categories_refused: 'games_puzzle,tools' },
  )
  const monday = { country: 'nl', at: nextMonday(30 * MINUTE_MS) }
  expect(await told(plan_id, key, monday)).toBe(100)
  expect(await told(plan_id, key, { ...monday, at: nextMonday(-90 * MINUTE_MS) })).toBe('hour')
  expect(await told(plan_id, key, { ...monday, device: 'desktop' })).toBe('device')
  expect(await told(plan_id, key, { at: monday.at })).toBe('country')
  expect(await told(plan_id, key, { at: monday.at, address: '193.0.6.139' })).toBe(100)
  expect(await told(plan_id, market.placement_key, monday)).toBe('hour')
  const node_id = await registerNode(t.services.database)
  const part = { node_id, slice_micros: 1n * UNIT, least_micros: 1n * UNIT }
  expect(await t.system((tx) => grantLease(tx, plan_id, part))).not.toBe(null)
  // All of it, which no day's share is.
  await hold(plan_id, 10n * UNIT)
  expect(await told(plan_id, key, monday)).toBe('budget')
})

test('what is no address, or a moment far away, is refused with its field [proof 1061]', async () => {
  const ask = (flags: Record<string, unknown>) =>
    reasonOf(market.office.run('explain-decision', { placement: market.placement_key, ...flags }))
  const year = (years: number) =>
    new Date(t.services.clock.now_ms() + years * 365 * 24 * 60 * MINUTE_MS).toISOString()
  for (const address of ['nonsense', '1.2.3', '193.0.6.139:80', '999.0.0.1'])
    expect(await ask({ address })).toBe('field_invalid')
  for (const years of [-3, 3, 7_000]) expect(await ask({ at: year(years) })).toBe('field_invalid')
  expect(await ask({ address: '2001:db8::1', at: year(0.5) }), 'control').toBe('ok')
})

test('a publisher is told of placements of their own alone', async () => {
  const visitor = {
    country: null,
    device: 'phone',
    operating_system: 'ios',
    language: null,
    keywords: [],
  } as const
  const explain = (publisher_id: string | null) =>
    explainDecision(asRole(t.services, 'office'), {
      placement: market.placement_key,
      visitor,
      publisher_id,
      at_ms: t.services.clock.now_ms(),
    })
  expect(await reasonOf(explain(market.publisher_id))).toBe('ok')
  expect(await reasonOf(explain(null))).toBe('ok')
  expect(await reasonOf(explain(market.advertiser_id))).toBe('record_not_found')
})

test('for a publisher staff are told how many plans fell where on its own placement, and of none whose it is [proof 1134]', async () => {
  const { key, plan_id } = await pairOf(
    { category: 'books', countries: 'NL' },
    { categories_refused: 'games_puzzle,tools,finance' },
  )
  const explain = async (flags: Record<string, string> = {}) =>
    await market.office.run('explain-placement', {
      publisher_id: market.publisher_id,
      placement: key,
      ...flags,
    })
  const there = await explain({ country: 'nl' })
  expect(there).toMatchObject({ could_be_shown: 1 })
  expect(await explain({ country: 'fr' })).toMatchObject({
    could_be_shown: 0,
    fell: expect.arrayContaining([{ step: 'country', plans: 1 }]),
  })
  const node_id = await registerNode(t.services.database)
  await t.system((tx) => grantLease(tx, plan_id, { node_id, slice_micros: UNIT, least_micros: UNIT }))
  await hold(plan_id, 10n * UNIT)
  const spent = await explain({ country: 'nl' })
  expect(spent).toMatchObject({
    could_be_shown: 0,
    fell: expect.arrayContaining([{ step: 'budget', plans: 1 }]),
  })
  // Nothing of who advertises, who placed it and what it has.
  const [plan] = await t.db.asOwner<{ number: string; product_id: string; name: string }>(
    'select number, product_id, name from plans.plans join marketplace.products using (product_id) where plan_id = $1',
    [plan_id],
  )
  const secrets = [
    plan_id,
    customer_id,
    market.advertiser_id,
    ...Object.values(plan ?? {}),
    'shop.example',
    'micros',
  ]
  expect(secrets.length).toBe(8)
  const staffs = JSON.stringify(
    await market.office.run('explain-decision', { placement: key, country: 'nl' }),
  )
  expect(
    secrets.filter((secret) => staffs.includes(secret)),
    'control: staff see whose',
  ).toContain(plan_id)
  for (const answer of [there, spent]) {
    const text = JSON.stringify(answer)
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  }
  for (const flags of [{ publisher_id: market.advertiser_id }, { placement: 'no-such-placement' }])
    expect(await reasonOf(explain(flags))).toBe('record_not_found')
})

test('each step that only concerns others is one word to a publisher, and the rest is told as it is', () => {
  const told = countedSteps(
    (
      [
        'plan_paused',
        'product_closed',
        'promotional_money',
        'placement_paused',
        'country',
        'pace',
        null,
      ] as const
    ).map((fell_at) => ({ fell_at })),
  )
  expect(told).toEqual({
    plans_in_all: 7,
    could_be_shown: 1,
    fell: [
      { step: 'not_offered', plans: 4 },
      { step: 'country', plans: 1 },
      { step: 'pace', plans: 1 },
    ],
  })
})
