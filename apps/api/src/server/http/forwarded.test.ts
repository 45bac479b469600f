import { customerCall, publicCall } from '@adtally/contract/call.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Refusal } from '../../lib/refusal.ts'
import type { Authenticator } from '../../modules/authenticator.ts'
import type { Module } from '../../modules/module.ts'
import { customerRoute, publicRoute } from '../../modules/route.ts'
import { testServices, testSettings } from '../../testing/servers/test-services.ts'
import { createServer } from '../create-server.ts'

const common = {
  summary: 'Answers its caller’s address',
  request: z.strictObject({}),
  response: z.object({ address: z.string() }),
  refusals: [],
} as const
const ordinary = publicCall('POST /test/ordinary', { ...common, name: 'ordinary' })
const onLane = publicCall('GET /test/on-lane', { ...common, name: 'on-lane' })
const signedIn = customerCall('GET /test/signed-in', { ...common, name: 'signed-in' })

const sessions: Authenticator = {
  authenticate() {
    throw new Refusal('not_signed_in')
  },
}

const module: Module = {
  name: 'test',
  routes: [
    publicRoute(ordinary, (_input, { address }) => ({ address })),
    { ...publicRoute(onLane, (_input, { address }) => ({ address })), is_polled: true },
    { ...customerRoute(signedIn, (_input, _caller, { address }) => ({ address })), is_polled: true },
  ],
}
/** Requests per minute and address; an ordinary public write is one of three. */
const LIMIT = 60
const WRITES = 3

let server: FastifyInstance
let origin: string
const t = await testServices({ modules: [module], sessions })
afterEach(() => server.close())
afterAll(() => t.close())

/** Starts a server behind so many proxies, with empty counts. */
async function behind(proxies: number): Promise<void> {
  const settings = testSettings({ TRUST_PROXY: String(proxies), RATE_LIMIT_PER_MINUTE: String(LIMIT) })
  server = await createServer({ ...t.services, settings }, t.modules)
  origin = await server.listen({ host: '127.0.0.1', port: 0 })
}

/** The outcome of a request through real sockets; without `forwarded`, one straight from this machine. */
async function ask(call: typeof ordinary | typeof onLane | typeof signedIn, forwarded?: string) {
  const reply = await fetch(`${origin}/facebook-business${call.path}`, {
    method: call.method,
    headers: { 'content-type': 'application/json', ...(forwarded && { 'x-forwarded-for': forwarded }) },
    ...(call.method === 'POST' && { body: '{}' }),
  })
  const { data } = z
    .object({ data: z.looseObject({ address: z.optional(z.string()) }) })
    .parse(await reply.json())
  return { status: reply.status, address: data.address }
}

describe.each([
  ['an ordinary call', ordinary],
  ['a call on the lane', onLane],
])('%s comes from', (_name, call) => {
  test.each([
    ['the peer, whatever it says', 0, '203.0.113.7', '127.0.0.1'],
    ['whom the one proxy heard', 1, '10.9.9.9, 203.0.113.7', '203.0.113.7'],
    ['whom the first of two proxies heard', 2, '10.9.9.9, 2001:db8::7, 192.0.2.2', '2001:db8::7'],
    ['the proxy, where what it says is no address', 1, '203.0.113.7, nobody', '127.0.0.1'],
    ['the proxy, where it says too little', 2, '203.0.113.7', '127.0.0.1'],
  ])('%s', async (_what, proxies, forwarded, address) => {
    await behind(proxies)
    expect(await ask(call, forwarded)).toEqual({ status: 200, address })
  })
})

describe('an address of the client’s own making does not escape the limit', () => {
  test.each([
    [1, '203.0.113.7', '203.0.113.8'],
    [2, '203.0.113.7, 192.0.2.2', '203.0.113.8, 192.0.2.2'],
    [1, '2001:db8::7', '2001:db8:0:1::7'],
  ])('behind %i: ordinary calls of %s', async (proxies, appended, another) => {
    await behind(proxies)
    const statuses: number[] = []
    for (let index = 0; index <= WRITES; index += 1) {
      statuses.push((await ask(ordinary, `10.0.0.${index}, ${appended}`)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
    expect((await ask(ordinary, another)).status).toBe(200)
  })

  test.each([
    ['public', onLane],
    ['signed in with a token that is tried out', signedIn],
  ])('on the lane: %s', async (_name, call) => {
    await behind(1)
    const statuses: number[] = []
    for (let index = 0; index <= LIMIT; index += 1) {
      statuses.push((await ask(call, `10.0.0.${index}, 203.0.113.7`)).status)
    }
    expect(statuses.indexOf(429)).toBe(LIMIT)
    expect((await ask(call, '203.0.113.8')).status).toBe(200)
  })

  test('a network of IPv6 is one client, however many addresses it has', async () => {
    await behind(1)
    const statuses: number[] = []
    for (let index = 0; index <= WRITES; index += 1) {
      statuses.push((await ask(ordinary, `2001:db8::${index}`)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})
