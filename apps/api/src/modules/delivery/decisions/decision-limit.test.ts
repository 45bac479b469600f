import { afterEach, describe, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { type TestProgram, testProgram } from '../../../testing/servers/test-program.ts'
import { testSettings } from '../../../testing/servers/test-services.ts'
import { buildMarket, type Market } from '../../../testing/worlds/build-market.ts'
import { DecisionLimit } from './decision-limit.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
const LIMIT = 3
const ROBOT = '203.0.113.7'
const VISITOR = '203.0.113.8'
const OTHER = '203.0.113.9'

let t: TestProgram | undefined
let market: Market
afterEach(async () => {
  await t?.close()
  t = undefined
})

async function start(variables: Record<string, string>): Promise<TestProgram> {
  t = await testProgram({ settings: testSettings(variables) })
  market = await buildMarket(t.services, t.modules)
  const customer = await market.customerWith('500.00')
  await market.place(customer.customer_id, 10_000_000n)
  const program = t
  await program.services.delivery.refresh()
  // The plan's budget is leased from here on, so refusals have another cause.
  await expect.poll(() => askFrom(program, OTHER)).toBe('filled')
  return program
}

const urlOf = () => `/delivery/v1/decision?placement=${market.placement_key}&device=${newId()}`

/** Asks for a new device: `filled`, or the reason for no advertisement. */
async function askFrom(program: TestProgram, remoteAddress: string): Promise<string> {
  const reply = await program.server.inject({
    url: urlOf(),
    headers: { origin: market.origin, 'user-agent': PHONE },
    remoteAddress,
  })
  const { fill, reason } = reply.json()
  return fill ? 'filled' : reason
}

/** As `askFrom`, through the lane and a proxy that adds the forwarded address. */
async function askThrough(origin: string, forwarded: string): Promise<string> {
  const headers = { origin: market.origin, 'user-agent': PHONE, 'x-forwarded-for': forwarded }
  const { fill, reason } = JSON.parse(await (await fetch(`${origin}${urlOf()}`, { headers })).text())
  return fill ? 'filled' : reason
}

async function times<T>(count: number, ask: (index: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  for (let index = 0; index < count; index += 1) answers.push(await ask(index))
  return answers
}

describe('an address gets so many decisions a minute', () => {
  test('whatever devices it names; another goes on', async () => {
    const program = await start({ DECISIONS_PER_MINUTE: String(LIMIT) })
    expect(await times(LIMIT + 2, () => askFrom(program, ROBOT))).toEqual([
      ...Array.from({ length: LIMIT }, () => 'filled'),
      'address_limit',
      'address_limit',
    ])
    expect(await askFrom(program, VISITOR)).toBe('filled')
    expect(program.services.delivery.counters.outcomes_total.get('address_limit')).toBe(2)
  })

  test('on the lane behind a proxy, whatever it says of itself', async () => {
    const program = await start({ DECISIONS_PER_MINUTE: String(LIMIT), TRUST_PROXY: '1' })
    const origin = await program.server.listen({ host: '127.0.0.1', port: 0 })
    const answers = await times(LIMIT + 1, (index) => askThrough(origin, `127.0.0.${index}, ${ROBOT}`))
    expect(answers.indexOf('address_limit')).toBe(LIMIT)
    expect(await askThrough(origin, VISITOR)).toBe('filled')
  })

  test('this machine as many as it likes', async () => {
    const program = await start({ DECISIONS_PER_MINUTE: String(LIMIT) })
    expect(new Set(await times(LIMIT + 2, () => askFrom(program, '127.0.0.1')))).toEqual(new Set(['filled']))
  })
})

/** Robots ask until nothing is left; returns what a visitor then gets. */
async function afterRobots(program: TestProgram): Promise<string> {
  for (let empty = 0; empty < 20; ) {
    const told = await Promise.all(Array.from({ length: 50 }, () => askFrom(program, ROBOT)))
    empty = told.includes('filled') ? 0 : empty + 1
  }
  return await askFrom(program, VISITOR)
}

describe('one client that shows nothing of what it is given', () => {
  test('leaves the budget to others', async () => {
    expect(await afterRobots(await start({ DECISIONS_PER_MINUTE: '300' }))).toBe('filled')
  })
  test('control: without a limit it holds all that the day may spend', async () => {
    expect(await afterRobots(await start({ DECISIONS_PER_MINUTE: '0' }))).toBe('pace')
  })
})

describe('whom the limit counts', () => {
  const tooMany = (limit: DecisionLimit, addresses: string[]) =>
    addresses.filter((address) => limit.isExceededBy(address))

  test('a network of IPv6 as one, and an address mapped into IPv6 as itself', () => {
    const limit = new DecisionLimit(1, 0)
    expect(tooMany(limit, ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'])).toEqual(['2001:db8::2'])
    expect(tooMany(limit, [ROBOT, `::ffff:${ROBOT}`])).toEqual([`::ffff:${ROBOT}`])
  })
  test('this machine only where a proxy may be on it', () => {
    const own = ['127.0.0.1', '127.0.0.1', '::1', '::1', '::ffff:127.0.0.1']
    expect(tooMany(new DecisionLimit(1, 0), own)).toEqual([])
    expect(tooMany(new DecisionLimit(1, 1), own)).toEqual(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
  })
  test('those who find no room together', () => {
    const flood = Array.from({ length: 10 }, (_, index) => `198.51.100.${index}`)
    expect(tooMany(new DecisionLimit(2, 0, 3), flood)).toEqual(flood.slice(5))
  })
})
