import type { PostbackWay } from '@adtally/contract/partner/conversions.ts'
import { planConversions } from '@adtally/contract/plans/plans.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { type TestProgram, testProgram } from '../../testing/servers/test-program.ts'
import type { BuiltCustomer } from '../../testing/worlds/build-customer.ts'
import { buildMarket, type Market } from '../../testing/worlds/build-market.ts'
import { buildAdvertiser } from '../../testing/worlds/build-marketplace.ts'
import { verifyLedger } from '../ledger/index.ts'
import { readPlanPage } from '../statistics/index.ts'
import { signPostback } from './events/postback-signature.ts'
import { settleBooks, verifyStatistics } from './index.ts'

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
const PATH = '/delivery/v1/conversion'

let t: TestProgram
let market: Market
let customer: BuiltCustomer
let plan_id: string
let devices = 0

beforeAll(async () => {
  t = await testProgram()
  market = await buildMarket(t.services, t.modules, {
    product: {
      landing_url: 'https://shop.example/{goal}?at={placement}&of={creative}&c={click_id}#{click_id}',
    },
  })
  customer = await market.customerWith('400.00')
  plan_id = await market.place(customer.customer_id, 100_000_000n)
  await t.services.delivery.refresh()
})
afterAll(() => t.close())

async function landingOfClick(): Promise<URL> {
  devices += 1
  const fields = { placement: market.placement_key, device: `device-of-postbacks-${devices}` }
  const headers = { origin: market.origin, 'user-agent': PHONE }
  const decision = await t.server.inject({
    url: `/delivery/v1/decision?${new URLSearchParams(fields)}`,
    headers,
  })
  const { token, click_url } = decision.json()
  const payload = { token, kind: 'impression' }
  await t.server.inject({ method: 'POST', url: '/delivery/v1/event', headers, payload })
  return new URL(String((await t.server.inject({ url: click_url, headers })).headers.location))
}

const clickId = async () => (await landingOfClick()).searchParams.get('c') ?? ''

interface Wishes {
  way?: PostbackWay
  secret?: string
  timestamp?: number
}

function signed(click_id: string, goal: string, wishes: Wishes = {}) {
  const { way = 'POST', secret = market.postback_secret, timestamp = t.services.clock.now_ms() } = wishes
  const content = { click_id, goal, timestamp }
  return {
    advertiser_id: market.advertiser_id,
    ...content,
    signature: signPostback(secret, content, way),
  }
}

const post = (payload: object) => t.server.inject({ method: 'POST', url: PATH, payload })

function ask(method: 'GET' | 'HEAD', report: object) {
  const query = new URLSearchParams(Object.entries(report).map(([name, value]) => [name, String(value)]))
  return t.server.inject({ method, url: `${PATH}?${query}` })
}

async function countConversions(): Promise<number> {
  const [row] = await t.db.asOwner<{ count: string }>(
    "select count(*) from delivery.events where kind = 'conversion'",
  )
  return Number(row?.count)
}

test('a click fills its own values into the landing address, which must still be allowed [proof 936]', async () => {
  const landing = await landingOfClick()
  const click_id = landing.searchParams.get('c')
  expect(click_id).toMatch(/^[0-9a-f-]{36}$/)
  const [creative] = await t.db.asOwner<{ creative_id: string }>(
    'select creative_id from marketplace.creatives where product_id = $1',
    [market.product_id],
  )
  const values = `at=${market.placement_id}&of=${creative?.creative_id}&c=${click_id}#${click_id}`
  expect(landing.href).toBe(`https://shop.example/install?${values}`)
})

describe('goals', () => {
  test('that pay are credited, others are counted alone, one that nobody named is refused [proof 931]', async () => {
    const click_id = await clickId()
    expect((await post(signed(click_id, 'sale'))).json()).toMatchObject({
      accepted: false,
      reason: 'goal_unknown',
    })
    expect((await post(signed(click_id, 'purchase'))).json()).toMatchObject({ accepted: true })
    expect((await post(signed(click_id, 'install'))).json()).toMatchObject({ accepted: true })
    expect((await post(signed(click_id, 'purchase'))).json()).toMatchObject({ reason: 'duplicate' })
    await settleBooks(t.services)
    const { token } = customer
    const listed = (await t.call(planConversions, { plan_id }, { token })).data.items
    expect(listed.map(({ goal, goal_title, payout, state }) => [goal, goal_title, payout, state])).toEqual([
      ['install', 'Game installed', '1.20', 'credited'],
      ['purchase', 'First purchase', '0.00', 'counted'],
    ])
    expect(await readPlanPage(t.services, customer.customer_id, plan_id)).toMatchObject({
      revenue: '1.20',
      figures: { conversions: 1 },
    })
    await t.system(async (tx) => {
      expect(await verifyStatistics(tx)).toEqual([])
      expect((await verifyLedger(tx)).differences).toEqual([])
    })
  })

  test('that only count pay nobody, whatever the worker writes [proof 937]', async () => {
    const click_id = await clickId()
    const { conversion_id } = (await post(signed(click_id, 'purchase'))).json()
    const credited = (payout: number) =>
      t.system((tx) =>
        tx
          .insertInto('delivery.conversions')
          .values({
            event_id: conversion_id,
            plan_id,
            state: 'credited',
            reason: null,
            payout_micros: BigInt(payout),
          })
          .execute(),
      )
    await expect(credited(0)).rejects.toThrow(/conversions_pay_by_their_state/)
    await expect(credited(1_200_000)).rejects.toThrow(/pays no more than it says/)
    await settleBooks(t.services)
  })
})

describe('a hundred reports in one request', () => {
  test('have each their own outcome, and those taken are on disk together [proof 932]', async () => {
    const [first, second] = [await clickId(), await clickId()]
    const before = await countConversions()
    const conversions = [
      signed(first, 'install'),
      signed(first, 'install'),
      signed(second, 'install', { secret: 'somebody else’s' }),
      signed(second, 'install', { timestamp: t.services.clock.now_ms() - 301_000 }),
      signed(newId(), 'install'),
      signed(second, 'sale'),
      { ...signed(second, 'install'), advertiser_id: newId() },
      signed(second, 'purchase'),
    ]
    const reply = await post({ conversions })
    const { accepted, results, now } = reply.json()
    expect([reply.statusCode, accepted, results.map(({ reason }: { reason?: string }) => reason)]).toEqual([
      200,
      2,
      [
        undefined,
        'duplicate',
        'postback_forged',
        'postback_stale',
        'click_unknown',
        'goal_unknown',
        'postback_forged',
        undefined,
      ],
    ])
    expect(typeof now).toBe('number')
    expect(await countConversions()).toBe(before + 2)
    const again = await post({ conversions: [conversions[0], conversions[7]] })
    expect([again.statusCode, again.json().accepted]).toEqual([200, 0])
    const forged = await post({ conversions: [conversions[2]] })
    expect([forged.statusCode, forged.json().accepted]).toEqual([403, 0])
  })

  test('are at most a hundred, and at least one', async () => {
    const report = signed(newId(), 'install')
    expect((await post({ conversions: [] })).statusCode).toBe(400)
    expect((await post({ conversions: Array.from({ length: 101 }, () => report) })).statusCode).toBe(400)
    const most = await post({ conversions: Array.from({ length: 100 }, () => report) })
    expect([most.statusCode, most.json().results.length]).toEqual([403, 100])
  })
})

describe('when it was signed', () => {
  test('5 minutes ago or ahead is too long, a little less is not [proof 1131]', async () => {
    const click_id = await clickId()
    const now_ms = t.services.clock.now_ms()
    const before = await countConversions()
    for (const away_ms of [-301_000, 301_000, -86_400_000]) {
      const reply = await post(signed(click_id, 'install', { timestamp: now_ms + away_ms }))
      expect([reply.statusCode, reply.json().reason], String(away_ms)).toEqual([403, 'postback_stale'])
    }
    expect(await countConversions()).toBe(before)
    const reply = await post(signed(click_id, 'install', { timestamp: now_ms - 290_000 }))
    expect([reply.statusCode, reply.json().accepted], 'control').toEqual([200, true])
  })
})

describe('a report in an address', () => {
  test('counts by a signature of its own way, and not by HEAD [proof 933]', async () => {
    const click_id = await clickId()
    const before = await countConversions()
    expect((await ask('GET', signed(click_id, 'install'))).json()).toMatchObject({
      accepted: false,
      reason: 'postback_forged',
    })
    const report = signed(click_id, 'install', { way: 'GET' })
    expect((await post(report)).json()).toMatchObject({ reason: 'postback_forged' })
    const refused = t.services.delivery.counters.refusals_total.get('postback_forged')
    const head = await ask('HEAD', report)
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect((await ask('HEAD', { ...report, goal: 'purchase' })).statusCode).toBe(403)
    expect(await countConversions()).toBe(before)
    expect(t.services.delivery.counters.refusals_total.get('postback_forged')).toBe(refused)
    const reply = await ask('GET', report)
    expect([reply.statusCode, reply.json().accepted, reply.headers['cache-control']]).toEqual([
      200,
      true,
      'no-store',
    ])
    expect((await ask('GET', report)).json()).toMatchObject({ accepted: false, reason: 'duplicate' })
    expect(await countConversions()).toBe(before + 1)
  })
})

describe('what an advertiser may not say', () => {
  test('is refused by its name, an amount too, however it is sent [proof 934]', async () => {
    const click_id = await clickId()
    const before = await countConversions()
    const report = { ...signed(click_id, 'install'), amount: '100.00' }
    const replies = [
      await post(report),
      await post({ conversions: [signed(click_id, 'purchase'), report] }),
      await post({ conversions: [signed(click_id, 'install')], amount: '1.00' }),
      await ask('GET', { ...signed(click_id, 'install', { way: 'GET' }), amount: '100.00' }),
    ]
    expect(replies.map((reply) => [reply.statusCode, reply.json().reason, reply.json().field])).toEqual([
      [400, 'malformed', 'amount'],
      [400, 'malformed', 'conversions.1.amount'],
      [400, 'malformed', 'amount'],
      [400, 'malformed', 'amount'],
    ])
    expect(await countConversions()).toBe(before)
  })

  test('is another advertiser’s click [proof 1130]', async () => {
    const click_id = await clickId()
    const other = await buildAdvertiser(t.services)
    await t.services.delivery.refresh()
    const content = { click_id, goal: 'install', timestamp: t.services.clock.now_ms() }
    const signature = signPostback(other.postback_secret, content)
    const reply = await post({ ...content, advertiser_id: other.advertiser_id, signature })
    expect([reply.statusCode, reply.json().reason]).toEqual([403, 'click_of_other_advertiser'])
  })
})
