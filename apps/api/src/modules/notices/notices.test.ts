import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { type TestProgram, testProgram } from '../../testing/servers/test-program.ts'
import { testSettings } from '../../testing/servers/test-services.ts'
import { somebodyWaits } from '../../testing/somebody-waits.ts'
import { buildMarket, type Market } from '../../testing/worlds/build-market.ts'
import { buildAdvertiser } from '../../testing/worlds/build-marketplace.ts'
import { asRole } from '../as-role.ts'
import { sendDueNotices } from './deliver.ts'
import { deleteDelivered, takeNotice } from './messages.repository.ts'
import { sendNotice } from './send-notice.ts'
import { isSignedBy, type NoticeReceiver, startNoticeReceiver } from './testing/notice-receiver.ts'

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]
/** An advisory lock of this test alone. */
const HELD = 1444

let p: TestProgram
let market: Market
let receiver: NoticeReceiver
let secret: string

beforeAll(async () => {
  p = await testProgram({ settings: testSettings({ NOTICE_RECEIVERS: 'this_machine' }) })
  market = await buildMarket(p.services, p.modules)
})
afterAll(() => p.close())
beforeEach(async () => {
  receiver = await startNoticeReceiver()
  const set = await office('set-notice-url', { url: receiver.url })
  secret = String(set.notice_secret)
})
afterEach(async () => {
  await office('remove-notice-url')
  await p.db.asOwner('update notices.secrets set replaced_at = $1 where replaced_at is null', [new Date(0)])
  await p.db.asOwner('delete from notices.messages')
  await receiver.stop()
})

async function office(name: string, flags: Record<string, unknown> = {}) {
  const { advertiser_id } = market
  return await market.office.run(name, { advertiser_id, reason: 'asked for', ...flags })
}
const send = () => sendDueNotices(asRole(p.services, 'worker'))
const sweep = () => asRole(p.services, 'worker').database.transaction({ kind: 'system' }, deleteDelivered)
const messages = () =>
  p.db.asOwner<{ message_id: string; state: string; tries: number; last_answer: string; wait_ms: number }>(
    `select message_id, state, tries, last_answer,
      extract(epoch from next_try_at - platform.now())::float8 * 1000 as wait_ms
    from notices.messages order by message_id`,
  )

describe('a notice', () => {
  test('is signed as Standard Webhooks has it, and says what kind of thing it tells [proof 938]', async () => {
    await office('test-notice')
    expect(await send()).toBe(1)
    const [notice] = receiver.received
    if (!notice) throw new Error('nothing was received')
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(isSignedBy(secret, notice)).toBe(true)
    expect(notice).toMatchObject({ path: '/notices', content_type: 'application/json' })
    expect(Math.abs(Number(notice.timestamp) - p.services.clock.now_ms() / 1000)).toBeLessThan(300)
    expect(JSON.parse(notice.body)).toEqual({
      type: 'test',
      timestamp: expect.stringMatching(/Z$/),
      data: { advertiser_id: market.advertiser_id, sandbox: true },
    })
    // Controls: each of what is signed, changed.
    expect(isSignedBy(secret, { ...notice, body: `${notice.body} ` })).toBe(false)
    expect(isSignedBy(secret, { ...notice, id: newId() })).toBe(false)
    expect(isSignedBy(secret, { ...notice, timestamp: `${Number(notice.timestamp) + 1}` })).toBe(false)
    expect(isSignedBy(`whsec_${Buffer.alloc(32).toString('base64')}`, notice)).toBe(false)
    expect(await messages()).toMatchObject([{ state: 'delivered', tries: 1, last_answer: 'HTTP 204' }])
    expect(await send()).toBe(0)
    expect(receiver.received).toHaveLength(1)
  })

  test('is signed by the former secret too for a day after a new one was given out [proof 941]', async () => {
    const rotated = String((await office('rotate-notice-secret')).notice_secret)
    await office('test-notice')
    await send()
    await p.advance(24 * HOUR_MS + 1_000)
    await office('test-notice')
    await send()
    const [before, after] = receiver.received
    if (!before || !after) throw new Error('two were not received')
    expect([isSignedBy(secret, before), isSignedBy(rotated, before)]).toEqual([true, true])
    expect([isSignedBy(secret, after), isSignedBy(rotated, after)]).toEqual([false, true])
  })

  test('is sent again with its id where the program ended before it noted what was answered [proof 942]', async () => {
    await office('test-notice')
    const worker = asRole(p.services, 'worker')
    const notice = await worker.database.transaction({ kind: 'system' }, takeNotice)
    if (!notice) throw new Error('none was due')
    await sendNotice(p.services.notices.bounds, {
      ...notice,
      opened: () => [secret],
      now_ms: p.services.clock.now_ms(),
    })
    expect(await send()).toBe(0)
    await p.advance(MINUTE_MS)
    expect(await send()).toBe(1)
    expect(receiver.received.map(({ id }) => id)).toEqual([notice.message_id, notice.message_id])
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
  })

  test('is not sent again by who looked before another sent it, and was held up [proof 1444]', async () => {
    await office('test-notice')
    const worker = asRole(p.services, 'worker')
    await p.db.asOwner(`create function notices.held_up() returns boolean language sql volatile
      as 'select pg_advisory_xact_lock_shared(${HELD}) is not null'`)
    await p.db.asOwner('grant execute on function notices.held_up() to public')
    await p.db.asOwner(
      'create policy held_up on notices.receivers as restrictive to adtally_worker using (notices.held_up())',
    )
    onTestFinished(async () => {
      await p.db.asOwner('drop policy held_up on notices.receivers')
      await p.db.asOwner('drop function notices.held_up')
    })
    const held_up = await worker.database.transaction({ kind: 'system' }, async (tx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(HELD)})`.execute(tx)
      const sending = send()
      await expect.poll(() => somebodyWaits(p.db)).toBe(true)
      await p.db.asOwner(`with sent as (
          update notices.messages set state = 'delivered', next_try_at = null, ended_at = platform.now())
        update notices.receivers set busy_until = platform.now()`)
      return { sending }
    })
    expect(await held_up.sending).toBe(0)
    expect(receiver.received).toEqual([])
    // The receiver is free for the next.
    await office('test-notice')
    expect(await send()).toBe(1)
  })
})

describe('a receiver that takes nothing', () => {
  test('is tried for 72 hours with growing waits, then a dead letter is left, which staff send again [proof 939]', async () => {
    await office('test-notice')
    const location = `http://127.0.0.1:${new URL(receiver.url).port}/elsewhere`
    receiver.answers.push({ status: 500 }, { status: 307, headers: { location } }, { status: 404 })
    const waits: number[] = []
    for (let passed_ms = 0; passed_ms < 73 * HOUR_MS && (await messages())[0]?.state === 'waiting'; ) {
      if (receiver.answers.length === 0) receiver.answers.push({ status: 503 })
      await send()
      const wait_ms = (await messages())[0]?.wait_ms ?? 0
      waits.push(wait_ms)
      passed_ms += wait_ms + 1
      await p.advance(Math.ceil(wait_ms) + 1)
    }
    const [message] = await messages()
    expect(message).toMatchObject({ state: 'dead', last_answer: 'HTTP 503' })
    expect(waits.length).toBeGreaterThanOrEqual(16)
    for (const [tries, wait_ms] of waits.slice(0, 9).entries()) {
      const whole_ms = 30_000 * 2 ** tries
      expect(wait_ms).toBeGreaterThan(whole_ms / 2 - 5_000)
      expect(wait_ms).toBeLessThanOrEqual(whole_ms)
    }
    expect(receiver.received.map(({ path }) => path)).not.toContain('/elsewhere')
    expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([message?.message_id]))
    expect(await send()).toBe(0)

    const dead = await market.office.run('list-dead-notices', {})
    const { message_id } = Object(Object(dead).items[0])
    expect(message_id).toBe(message?.message_id)
    const again = () => market.office.run('redeliver-notice', { message_id, reason: 'it answers again' })
    await again()
    expect(await reasonOf(again())).toBe('state_conflict')
    expect(await send()).toBe(1)
    expect(receiver.received.at(-1)?.id).toBe(message_id)
    expect(await messages()).toMatchObject([{ state: 'delivered', tries: 1 }])
    expect(await market.office.run('list-dead-notices', {})).toMatchObject({ items: [] })
    await again()
    expect(await send()).toBe(1)
  })

  test('keeps nobody else waiting, and two senders send each notice once [proof 943]', async () => {
    const other = await buildAdvertiser(p.services)
    const second = await startNoticeReceiver()
    onTestFinished(() => second.stop())
    await office('set-notice-url', { advertiser_id: other.advertiser_id, url: second.url })
    let answer = () => {}
    const after = new Promise<void>((resolve) => {
      answer = resolve
    })
    receiver.answers.push({ status: 204, after })
    for (const advertiser_id of [market.advertiser_id, other.advertiser_id]) {
      for (let count = 0; count < 3; count += 1) await office('test-notice', { advertiser_id })
    }
    const sending = Promise.all([send(), send()])
    await expect.poll(() => second.received.length).toBe(3)
    expect(receiver.received).toHaveLength(1)
    answer()
    const [by_one, by_other] = await sending
    // Who waited for the one in hand found nothing due, and looks again when it is woken.
    expect(by_one + by_other + (await send())).toBe(6)
    const ids = [...receiver.received, ...second.received].map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([6, 6])
  })
})

test('a leaked password of the office tells advertisers nothing but tests, and changes nothing that was written [proof 948]', async () => {
  await office('test-notice')
  const say = (statement: string) => saidByLogin(p.db.logins.office, statement)
  const write = (kind: string, said = kind) =>
    say(`insert into notices.messages (message_id, advertiser_id, kind, subject_id, body, written_at, state, next_try_at, tries_until)
      values ('${newId()}', '${market.advertiser_id}', '${kind}', '${newId()}', '{"type":"${said}"}', platform.now(), 'waiting', platform.now(), platform.now())`)
  expect(await write('conversion.credited')).toMatch(/row-level security/)
  expect(await write('test', 'conversion.credited')).toMatch(/row-level security/)
  expect(await say("update notices.messages set body = '{}'")).toMatch(/permission denied/)
  expect(await say("update notices.messages set kind = 'plan.settled'")).toMatch(/permission denied/)
  expect(await say('delete from notices.messages')).toMatch(/permission denied/)
  expect(await say('select sealed from notices.secrets')).toMatch(/permission denied/)
  // Control: what the verb does.
  expect(await write('test')).toBe('done')
})

test('nobody has a message tried for longer than three days, the office and the worker neither [proof 1059]', async () => {
  await office('test-notice')
  const tryUntil = (login: typeof p.db.logins.office, hours: number) =>
    saidByLogin(login, `update notices.messages set tries_until = platform.now() + interval '${hours} hours'`)
  for (const login of [p.db.logins.office, p.db.logins.worker]) {
    expect(await tryUntil(login, 73)).toMatch(/tried for 72 hours at most/)
    expect(await tryUntil(login, 71), 'control').toBe('done')
  }
})

describe('where notices go', () => {
  test('is https at a public address, when it is said and when it is sent [proof 940]', async () => {
    const { bounds } = p.services.notices
    bounds.asks_this_machine = false
    bounds.resolve = async () => ['10.0.0.1']
    onTestFinished(() => {
      bounds.asks_this_machine = true
      delete bounds.resolve
    })
    const attempt = (url: string) => reasonOf(office('set-notice-url', { url }))
    expect(await attempt(receiver.url)).toBe('url_not_allowed')
    expect(await attempt('http://receiver.example/')).toBe('url_not_allowed')
    expect(await attempt('https://receiver.example:8443/')).toBe('url_not_allowed')
    expect(await attempt('https://user@receiver.example/')).toBe('url_not_allowed')
    expect(await attempt('https://127.0.0.1/')).toBe('url_address_not_public')
    expect(await attempt('https://[::1]/')).toBe('url_address_not_public')
    expect(await attempt('https://169.254.169.254/latest')).toBe('url_address_not_public')
    expect(await attempt('https://receiver.example/')).toBe('url_address_not_public')
    bounds.resolve = async () => ['93.184.216.34']
    expect(await attempt('https://receiver.example/')).toBe('ok')
    await office('test-notice')
    // The name leads into this network by now.
    bounds.resolve = async () => ['192.168.0.1']
    expect(await send()).toBe(0)
    expect(await messages()).toMatchObject([{ state: 'waiting', last_answer: 'url_address_not_public' }])
  })

  test('is an advertiser’s that there is; without one nothing is written or sent again', async () => {
    const advertiser_id = newId()
    const { url } = receiver
    expect(await reasonOf(office('set-notice-url', { advertiser_id, url }))).toBe('record_not_found')
    expect(await reasonOf(office('test-notice', { advertiser_id }))).toBe('record_not_found')
    await office('test-notice')
    await office('remove-notice-url')
    expect(await send()).toBe(0)
    const [dead] = await messages()
    expect(dead?.state).toBe('dead')
    const flags = { message_id: dead?.message_id, reason: 'asked for' }
    expect(await reasonOf(market.office.run('redeliver-notice', flags))).toBe('record_not_found')
    expect(await reasonOf(office('rotate-notice-secret'))).toBe('record_not_found')
    expect(await reasonOf(office('remove-notice-url'))).toBe('record_not_found')
    await office('set-notice-url', { url })
  })

  test('is kept with its secret where it only changes; what was delivered is deleted after a month', async () => {
    expect((await office('set-notice-url', { url: `${receiver.url}/2` })).notice_secret).toBeUndefined()
    await office('test-notice')
    await send()
    expect(receiver.received).toMatchObject([{ path: '/notices/2' }])
    await p.advance(29 * 24 * HOUR_MS)
    await sweep()
    expect(await messages()).toHaveLength(1)
    await p.advance(2 * 24 * HOUR_MS)
    await sweep()
    expect(await messages()).toHaveLength(0)
  })
})
