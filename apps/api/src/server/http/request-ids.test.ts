import type { Call } from '@adtally/contract/call.ts'
import { assistanceFollow } from '@adtally/contract/plans/follow.ts'
import { planPut } from '@adtally/contract/plans/plans.ts'
import { statisticsList } from '@adtally/contract/plans/statistics.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { testServices, testSettings } from '../../testing/servers/test-services.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildProduct, giveCash } from '../../testing/worlds/build-marketplace.ts'
import { createServer } from '../create-server.ts'
import { createLog } from '../log.ts'

/** A well-formed id from a client that no trusted proxy stands before. */
const FOREIGN = 'a-canary.of_somebody-else'
const CANARY = 'canary-7f3a'
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

type Line = Record<string, unknown>

let written = ''

const t = await testServices({
  settings: testSettings({ ACCESS_LOG: 'on' }),
  log: createLog({ log_level: 'debug' }, { write: keepLine }),
})
const direct = await createServer(t.services, t.modules)
const settings = { ...t.services.settings, proxies: 1 }
const behind_proxy = await createServer({ ...t.services, settings }, t.modules)
const product_id = (await buildProduct(t.services)).product_id
const leader = await buildCustomer(t.services)
await giveCash(t.services, leader.customer_id, 1_000_000_000n)
afterAll(async () => {
  await behind_proxy.close()
  await direct.close()
  await t.close()
})
beforeEach(() => {
  written = ''
})

function keepLine(line: string): void {
  written += line
}

const lines = (): Line[] =>
  written
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const linesOf = (request_id: unknown) => lines().filter((line) => line.request_id === request_id)

/** A call as the app makes it. */
const post = ({ path }: Call, { token }: BuiltCustomer, payload: object) =>
  direct.inject({
    method: 'POST',
    url: `${t.services.settings.base_path}${path}`,
    headers: { 'x-ct': token },
    payload,
  })
await followLeader(await buildCustomer(t.services))
await t.drain()

async function followLeader(follower: BuiltCustomer): Promise<void> {
  const [leading] = await t.db.asOwner<{ operated_id: string }>(
    'select operated_id from identity.customers where customer_id = $1',
    [leader.customer_id],
  )
  const asked = { request_id: newId(), operated_id: leading?.operated_id, fee_percent: 0 }
  expect((await post(assistanceFollow, follower, asked)).json()).toMatchObject({ code: 200 })
}

/** Places a plan; returns the request's id and the plan. */
async function put() {
  const asked = { request_id: newId(), product_id, amount: '15.00', duration_days: 12 }
  const reply = await post(planPut, leader, asked)
  const { plan_id } = reply.json().data
  return { request_id: String(reply.headers['x-request-id']), plan_id: String(plan_id) }
}

/** The request ids in the database: of jobs, messages and the ledger's outcomes, by plan. */
async function kept(): Promise<Record<'jobs' | 'messages' | 'outcomes', Record<string, string | null>>> {
  const byPlan = async (statement: string) => {
    const rows = await t.db.asOwner<{ plan_id: string; request_id: string | null }>(statement)
    return Object.fromEntries(rows.map(({ plan_id, request_id }) => [plan_id, request_id]))
  }
  const [jobs, messages, outcomes] = await Promise.all([
    byPlan("select subject_id as plan_id, request_id from platform.jobs where kind = 'plan.due'"),
    byPlan(
      "select payload ->> 'plan_id' as plan_id, request_id from platform.outbox where topic = 'follows.leader_placed'",
    ),
    byPlan(
      "select outcome ->> 'plan_id' as plan_id, http_request_id as request_id from ledger.requests where action = 'plan.put'",
    ),
  ])
  return { jobs, messages, outcomes }
}

describe('a request is followed by its id', () => {
  test('placing a plan: in the reply, the log, the ledger, the plan’s deadline, its message, and what follows of it [proof 711]', async () => {
    const { request_id, plan_id } = await put()
    expect(request_id).toMatch(UUID_V7)
    expect(linesOf(request_id)).toMatchObject([
      {
        msg: 'a request was answered',
        method: 'POST',
        call: planPut.name,
        status: 200,
        customer_id: leader.customer_id,
      },
    ])
    const { jobs, messages, outcomes } = await kept()
    expect([jobs[plan_id], messages[plan_id], outcomes[plan_id]]).toEqual([
      request_id,
      request_id,
      request_id,
    ])
    await t.drain()
    expect(linesOf(request_id)).toContainEqual(
      expect.objectContaining({ msg: 'a message was handled', topic: 'follows.leader_placed' }),
    )
  })

  test('twenty plans that are committed together keep each their own', async () => {
    const placed = await Promise.all(Array.from({ length: 20 }, () => put()))
    const own = Object.fromEntries(placed.map(({ plan_id, request_id }) => [plan_id, request_id]))
    expect(new Set(Object.values(own)).size).toBe(20)
    const { jobs, messages, outcomes } = await kept()
    expect(jobs).toMatchObject(own)
    expect(messages).toMatchObject(own)
    expect(outcomes).toMatchObject(own)
    await t.drain()
  })

  test('each reply has one: of a call, a refusal, a page, and an unknown address', async () => {
    const base = t.services.settings.base_path
    for (const url of [`${base}${statisticsList.path}`, `${base}/nowhere`, '/', '/healthz', '/%zz']) {
      const reply = await direct.inject({ method: 'GET', url })
      expect(reply.headers['x-request-id'], url).toMatch(UUID_V7)
    }
  })
})

describe('whose id is taken', () => {
  const from = (server: FastifyInstance, id: string) =>
    server.inject({ method: 'GET', url: '/healthz', headers: { 'x-request-id': id } })

  test('is a trusted proxy’s if it has the safe form, and nobody else’s', async () => {
    expect((await from(behind_proxy, FOREIGN)).headers['x-request-id']).toBe(FOREIGN)
    expect((await from(direct, FOREIGN)).headers['x-request-id']).toMatch(UUID_V7)
    expect(linesOf(FOREIGN)).toHaveLength(1)
  })

  test.each([
    ['line breaks', `${CANARY}\r\nx-evil: ${CANARY}`],
    ['5 KB', CANARY.repeat(500)],
    ['a quote', `${CANARY}'; select 1; --`],
    ['too few letters', 'canary'],
    ['two at once', `${CANARY}, ${CANARY}`],
  ])('one with %s is not taken, and nothing of it is in log or reply [proof 712]', async (_what, id) => {
    for (const server of [behind_proxy, direct]) {
      const reply = await from(server, id)
      expect(reply.headers['x-request-id']).toMatch(UUID_V7)
      expect(JSON.stringify([reply.headers, reply.body])).not.toContain('canary')
    }
    expect(lines()).toHaveLength(2)
    expect(written).not.toContain('canary')
  })

  test('the lane asks the same of it', async () => {
    const base = t.services.settings.base_path
    const origin = await behind_proxy.listen({ host: '127.0.0.1', port: 0 })
    const ask = (id: string) =>
      fetch(`${origin}${base}${statisticsList.path}?type=1`, {
        headers: { 'x-ct': leader.token, 'x-request-id': id },
      })
    const [taken, refused] = [await ask(FOREIGN), await ask(CANARY.repeat(500))]
    expect(taken.headers.get('x-request-id')).toBe(FOREIGN)
    expect(refused.headers.get('x-request-id')).toMatch(UUID_V7)
    expect(written).not.toContain(CANARY)
  })
})
