import { login, logout } from '@adtally/contract/identity/identity.ts'
import { NEWCOMER_ACTIVITY, userCouponReceive } from '@adtally/contract/money/coupons.ts'
import { planPut } from '@adtally/contract/plans/plans.ts'
import { type ClockStep, sandboxClock, sandboxClockAdvance } from '@adtally/contract/sandbox.ts'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { codeOf } from '../../database/start-error.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { testSettings } from '../../testing/servers/test-services.ts'
import { somebodyWaits } from '../../testing/somebody-waits.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { ClockPlayer } from '../../worker/clock-player.ts'
import { asRole } from '../as-role.ts'
import { wishForClock } from './advance-clock.ts'
import { stepClock, wishClock } from './clock.repository.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Time that may pass during a test. */
const TOLERANCE_MS = 60_000

const t = await testProgram({ settings: testSettings({ SANDBOX_PLAY: 'on' }) })
afterAll(() => t.close())
const player = new ClockPlayer(t.services, t.modules)

const wish = (token: string, step: ClockStep, request_id: string = newId()) =>
  t.call(sandboxClockAdvance, { request_id, step }, { token })
const look = (token: string) => t.call(sandboxClock, {}, { token })

/** Does what the program does in the background, until no wish is open; answers where the clock stopped. */
async function play(most_stops = 10_000): Promise<number[]> {
  const stops: number[] = []
  while (stops.length < most_stops && (await player.step()).kind === 'done')
    stops.push(t.services.clock.now_ms())
  return stops
}

async function plant(kind: string, subject_id: string, in_ms: number): Promise<void> {
  await t.db.asOwner(
    `insert into platform.jobs (kind, subject_id, due_at)
     values ($1, $2, platform.now() + $3 * interval '1 millisecond')`,
    [kind, subject_id, in_ms],
  )
}

async function wishesOf(customer: BuiltCustomer) {
  return await t.db.asOwner<{ by_ms: bigint; arrived: boolean }>(
    `select by_ms, arrived_at is not null as arrived from sandbox.clock_wishes where customer_id = $1 order by wish_id`,
    [customer.customer_id],
  )
}

describe('a customer’s wish', () => {
  test.each([
    ['hour', HOUR_MS],
    ['day', DAY_MS],
    ['eight_days', 8 * DAY_MS],
  ] as const)(
    'moves the clock on by %s, says so in the audit, and leaves whoever wished logged in [proof 450]',
    async (step, by_ms) => {
      const customer = await buildCustomer(t.services)
      const before_ms = t.services.clock.now_ms()
      expect((await wish(customer.token, step)).code).toBe(200)
      const { data } = await look(customer.token)
      const { from = '', until = '' } = data.moving ?? {}
      expect(Date.parse(until) - Date.parse(from)).toBe(by_ms)
      await play()
      const moved_ms = t.services.clock.now_ms() - before_ms
      expect(moved_ms).toBeGreaterThanOrEqual(by_ms)
      expect(moved_ms).toBeLessThan(by_ms + TOLERANCE_MS)
      const after = await look(customer.token)
      expect([after.code, after.data.moving]).toEqual([200, null])
      expect(await wishesOf(customer)).toEqual([{ by_ms: BigInt(by_ms), arrived: true }])
      const said = await t.db.asOwner(
        `select actor_kind, actor_name, details ->> 'by_ms' as by_ms from audit.entries
       where action = 'clock.wished' and customer_id = $1`,
        [customer.customer_id],
      )
      expect(said).toEqual([{ actor_kind: 'program', actor_name: 'program', by_ms: String(by_ms) }])
    },
  )

  test('keeps every session that is logged in, whoever wished, and brings back none that had ended [proof 451]', async () => {
    const customer = await buildCustomer(t.services)
    const stranger = await buildCustomer(t.services)
    const other = await signInAgain(customer)
    const ended = await signInAgain(customer)
    expect((await look(other)).code).toBe(200)
    await t.call(logout, {}, { token: ended })
    await wish(customer.token, 'eight_days')
    await play()
    for (const { token } of [customer, { token: other }, stranger]) expect((await look(token)).code).toBe(200)
    expect((await look(ended)).code).not.toBe(200)
  })

  test('never makes the session older than the longest that one lives [proof 452]', async () => {
    const customer = await buildCustomer(t.services)
    const moves = []
    for (let turn = 0; turn < 4; turn += 1) {
      moves.push((await wish(customer.token, 'eight_days')).data.reason ?? 'wished')
      await play()
    }
    // The session lives after 24 days and has ended after 32.
    expect(moves).toEqual(['wished', 'wished', 'wished', 'wished'])
    expect((await look(customer.token)).data.reason).toBe('token_expired')
  })

  test('is one at a time, whoever asks; the same request is the same wish [proof 453]', async () => {
    const [one, two] = [await buildCustomer(t.services), await buildCustomer(t.services)]
    const request_id = newId()
    const replies = await Promise.all([wish(one.token, 'day', request_id), wish(two.token, 'hour')])
    expect(replies.map(({ code }) => code).toSorted()).toEqual([200, 405])
    expect(replies.flatMap(({ data }) => data.reason ?? [])).toEqual(['clock_moving'])
    await play()
    const first = await wish(one.token, 'day', newId())
    expect(first.code).toBe(200)
    const later = newId()
    expect((await wish(two.token, 'day', later)).data.reason).toBe('clock_moving')
    await play()
    expect((await wish(two.token, 'day', later)).code).toBe(200)
    expect((await wish(two.token, 'day', later)).code).toBe(200)
    await play()
    expect((await wish(two.token, 'day', later)).code).toBe(200)
    expect((await wish(two.token, 'hour', later)).data.reason).toBe('request_id_reused')
    expect(await player.step()).toEqual({ kind: 'idle' })
  })
})

describe('on its way', () => {
  test('the clock stops at each deadline, in their order, and what is due there is done there [proof 454]', async () => {
    const customer = await buildCustomer(t.services)
    await t.drain()
    const began_ms = t.services.clock.now_ms()
    const due = [50, 3, 26].map((hours) => ({ subject_id: newId(), in_ms: hours * HOUR_MS + 17 * 60_000 }))
    // Jobs of plans that do not exist do nothing, but are taken when due.
    for (const { subject_id, in_ms } of due) await plant('plan.due', subject_id, in_ms)
    await wish(customer.token, 'eight_days')
    const stops = (await play()).map((at_ms) => at_ms - began_ms)
    for (const { in_ms } of due) {
      const after = stops.filter((stop) => stop >= in_ms)
      expect(Math.min(...after) - in_ms).toBeLessThan(TOLERANCE_MS)
    }
    expect(stops).toEqual(stops.toSorted((left, right) => left - right))
    const left = await t.db.asOwner('select from platform.jobs where subject_id = any ($1::text[])', [
      due.map(({ subject_id }) => subject_id),
    ])
    expect(left).toEqual([])
  })

  test('every night has its proof of the books [proof 455]', async () => {
    const customer = await buildCustomer(t.services)
    await t.db.asOwner('delete from platform.jobs where kind = $1', ['reconciliation.nightly'])
    await plant('reconciliation.nightly', 'nightly', HOUR_MS)
    const runs = () => t.db.asOwner('select night from reconciliation.runs where night is not null')
    const before = (await runs()).length
    await wish(customer.token, 'eight_days')
    await play()
    expect((await runs()).length - before).toBeGreaterThanOrEqual(8)
  })

  test('ended anywhere, whoever comes next brings it to the same time, and nothing is done twice [proof 456]', async () => {
    const customer = await buildCustomer(t.services)
    await wish(customer.token, 'eight_days')
    const { until = '' } = (await look(customer.token)).data.moving ?? {}
    const advances = () =>
      t.db.asOwner<{ moved: bigint }>(
        "select coalesce(sum(by_ms), 0)::bigint as moved from platform.clock_advances where actor = 'sandbox'",
      )
    const [before] = await advances()
    await play(3)
    expect(t.services.clock.now_ms()).toBeLessThan(Date.parse(until))
    const second = new ClockPlayer(t.services, t.modules)
    // Two steps at once advance it no further than one.
    while ((await Promise.all([second.step(), player.step()])).some(({ kind }) => kind === 'done'));
    const [after] = await advances()
    const moved_ms = Number((after?.moved ?? 0n) - (before?.moved ?? 0n))
    expect(moved_ms).toBeLessThanOrEqual(8 * DAY_MS)
    expect(moved_ms).toBeGreaterThan(8 * DAY_MS - TOLERANCE_MS)
    expect(t.services.clock.now_ms() - Date.parse(until)).toBeLessThan(TOLERANCE_MS)
    expect((await wishesOf(customer)).map(({ arrived }) => arrived)).toEqual([true])
  })

  test('who waits for another’s step measures what is left only then', async () => {
    const customer = await buildCustomer(t.services)
    await wish(customer.token, 'hour')
    const { database } = asRole(t.services, 'sandbox')
    const step = () => database.transaction({ kind: 'system' }, (tx) => stepClock(tx, HOUR_MS))
    const before_ms = t.services.clock.now_ms()
    let second: Promise<number | null> | undefined
    await database.transaction({ kind: 'system' }, async (tx) => {
      await stepClock(tx, HOUR_MS)
      second = step()
      await vi.waitUntil(() => somebodyWaits(t.db))
    })
    await second
    await play()
    expect(t.services.clock.now_ms() - before_ms).toBeLessThan(HOUR_MS + TOLERANCE_MS)
  })

  test('what fails is tried again at its time, and the clock goes on', async () => {
    const customer = await buildCustomer(t.services)
    await plant('plan.due', 'no id at all', HOUR_MS / 2)
    await wish(customer.token, 'day')
    await play()
    expect((await look(customer.token)).data.moving).toBeNull()
    const rows = await t.db.asOwner<{ attempts: number }>(
      "delete from platform.jobs where subject_id = 'no id at all' returning attempts",
    )
    expect(rows[0]?.attempts).toBeGreaterThan(1)
  })
})

test('what lies ahead is told, and comes by itself at the time that was told, while the clock goes past it [proof 459]', async () => {
  const market = await buildMarket(t.services, t.modules)
  const { customer_id, token } = await market.customerWith('400.00')
  await t.drain()
  const placed = await t.call(
    planPut,
    { request_id: newId(), product_id: market.product_id, amount: '50.00' },
    { token },
  )
  await t.call(userCouponReceive, { request_id: newId(), activity_id: NEWCOMER_ACTIVITY }, { token })
  await t.drain()
  const { ahead } = (await look(token)).data
  const told = ahead.find(({ kind }) => kind === 'plan_not_shown')
  expect(told).toMatchObject({ name: placed.data.number, amount: null })
  expect(ahead.map(({ at }) => at)).toEqual(ahead.map(({ at }) => at).toSorted())
  const stranger = await buildCustomer(t.services)
  expect((await look(stranger.token)).data.ahead).toEqual([])
  await wish(token, 'eight_days')
  await play()
  const changes = await t.db.asOwner<{ trigger: string; changed_at: Date }>(
    'select trigger, changed_at from plans.status_changes where customer_id = $1 order by sequence',
    [customer_id],
  )
  const [last] = changes.slice(-1)
  expect(last?.trigger).toBe('no_delivery')
  const late_ms = (last?.changed_at.getTime() ?? 0) - Date.parse(told?.at ?? '')
  expect(late_ms).toBeGreaterThanOrEqual(0)
  expect(late_ms).toBeLessThan(TOLERANCE_MS)
  expect((await look(token)).data.ahead.filter(({ subject_id }) => subject_id === told?.subject_id)).toEqual(
    [],
  )
})

test('whose session it is not, the sandbox’s login wishes nothing for, nor by another length [proof 457]', async () => {
  const [one, two] = [await buildCustomer(t.services), await buildCustomer(t.services)]
  const of = async (customer_id: string, session_id: string, by_ms: number) => {
    const asked = asRole(t.services, 'sandbox').database.transaction({ kind: 'system' }, (tx) =>
      wishClock(tx, { customer_id, session_id, request_id: newId(), by_ms }),
    )
    return await asked.then(
      (outcome): unknown => outcome,
      (error: unknown) => codeOf(error),
    )
  }
  const [session] = await t.db.asOwner<{ session_id: string }>(
    'select session_id from identity.sessions where customer_id = $1',
    [one.customer_id],
  )
  const session_id = session?.session_id ?? ''
  expect(await of(two.customer_id, session_id, HOUR_MS)).toBe('ended')
  expect(await of(one.customer_id, session_id, 2 * HOUR_MS)).toBe('23514')
  expect(await of(one.customer_id, session_id, HOUR_MS)).toBe('wished')
  await play()
})

test('whose session ends while they ask hears so [proof 741]', async () => {
  const customer = await buildCustomer(t.services)
  const { session_id } = await t.services.sessions.authenticate(customer.token)
  await t.call(logout, {}, { token: customer.token })
  const asking = wishForClock(
    t.services,
    { customer_id: customer.customer_id, session_id },
    { request_id: newId(), step: 'hour' },
  )
  expect(await reasonOf(asking)).toBe('token_expired')
})

test('where it was not said that it may be played, neither call is there, nor in its document [proof 458]', async () => {
  const other = await testProgram({ settings: testSettings() })
  try {
    const { token } = await buildCustomer(other.services)
    const asked = [
      await other.call(sandboxClock, {}, { token }),
      await other.call(sandboxClockAdvance, { request_id: newId(), step: 'hour' }, { token }),
    ]
    expect(asked.map(({ status, data }) => [status, data.reason])).toEqual([
      [404, 'call_unknown'],
      [404, 'call_unknown'],
    ])
    const { base_path } = other.services.settings
    const { body } = await other.server.inject({ url: `${base_path}/openapi.json` })
    expect(body).not.toContain('/sandbox/clock')
    expect((await t.server.inject({ url: `${base_path}/openapi.json` })).body).toContain('/sandbox/clock')
  } finally {
    await other.close()
  }
})

async function signInAgain({ username, password }: BuiltCustomer): Promise<string> {
  return (await t.call(login, { username, password })).data.token
}
