import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { METHODS } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { CALLS } from '@adtally/contract/calls.ts'
import { CHAT_SOCKET_PATH } from '@adtally/contract/service/chat-socket.ts'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { portOf } from '../../lib/addresses/port-of.ts'
import { keepImage } from '../../modules/files/index.ts'
import { type RawAnswer, RawConnection } from '../../testing/raw-http.ts'
import { databaseDigest } from '../../testing/servers/database-digest.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { METRICS_FIELDS, testSettings, WITH_EVERY_CALL } from '../../testing/servers/test-services.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { PICTURE } from '../../testing/worlds/busy-customer.ts'
import { WEB_DIST } from '../app/app-shell.ts'
import { buildAppsIfOlder } from '../app/build-web.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
/** Of the moment or the connection, not of the answer. */
const PASSING = ['date', 'connection', 'keep-alive', 'x-request-id']
const DECISIONS_PER_MINUTE = 3

await buildAppsIfOlder()
/** A file of the app. */
const script = `/assets/${readdirSync(join(WEB_DIST, 'assets')).find((name) => name.endsWith('.js'))}`
const settings = testSettings({
  TRUST_PROXY: '1',
  DECISIONS_PER_MINUTE: String(DECISIONS_PER_MINUTE),
  ...WITH_EVERY_CALL,
})
const t = await testProgram({ settings })
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const { customer_id, token } = await market.customerWith('500.00')
await market.place(customer_id, 100_000_000n)
await t.services.delivery.refresh()
const signed_in = { 'x-ct': token }
const kept_image = await keepImage(t.services, { customer_id, use: 'chat', staff_id: null }, PICTURE)
const port = await t.listen()
let connection: RawConnection
beforeEach(async () => {
  connection = await RawConnection.open(port)
})
afterEach(() => connection.close())

/** The answers to GET and HEAD on one kept-alive connection, where surplus bytes would break the next answer. */
async function both(url: string, fields: Record<string, string> = {}, by = connection) {
  const get = await by.ask('GET', url, fields)
  const head = await by.ask('HEAD', url, fields)
  expect(await by.ask('GET', '/healthz')).toMatchObject({ status: 200, body: '{"status":"ok"}' })
  return { get: lasting(get), head: lasting(head) }
}

function lasting({ status, fields }: RawAnswer) {
  return {
    status,
    fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !PASSING.includes(name))),
  }
}

/** Everything that a visit leaves: events, leases and counts. */
async function traces(): Promise<unknown> {
  const { counters } = t.services.delivery
  await counters.flush()
  return [await databaseDigest(t.db), [...counters.refusals_total], [...counters.outcomes_total]]
}

describe('HEAD answers as GET does, without a body', () => {
  test.each<[string, string, Record<string, string>, number]>([
    ['the page', '/', {}, 200],
    ['the page by its name', '/index.html', {}, 200],
    ['a file', '/assets/script.js', {}, 200],
    ['a part of a file, sent whole', '/assets/script.js', { range: 'bytes=0-9' }, 200],
    ['no part of a file', '/assets/script.js', { range: 'bytes=99999999-' }, 200],
    ['a range that is none', '/assets/script.js', { range: 'bytes=abc' }, 200],
    ['a file, compressed', '/assets/script.js', { 'accept-encoding': 'gzip, br' }, 200],
    ['no file', '/assets/none.js', {}, 404],
    ['a folder', '/assets/', {}, 404],
  ])('of the app: %s', async (_name, path, fields, status) => {
    const { get, head } = await both(path.replace('/assets/script.js', script), fields)
    expect(head).toEqual(get)
    expect(get.status).toBe(status)
    expect(get.fields['content-length']).toMatch(/^\d+$/)
  })

  test('a file that is known already is 304', async () => {
    const { fields } = await connection.ask('HEAD', script)
    const { get, head } = await both(script, { 'if-none-match': fields.etag ?? '' })
    expect(head).toEqual(get)
    expect(get.status).toBe(304)
  })

  test.each([
    ['health', '/healthz', 200],
    ['readiness', '/readyz', 200],
    ['the contract', '/facebook-business/openapi.json', 200],
    ['visitors’ page', '/guest-chat?lang=de', 200],
    ['its style', '/guest-chat/page.css', 200],
    ['money owed', '/transparency/money-owed', 200],
    ['the tag', '/delivery/v1/tag.js', 200],
    ['no asset', `/delivery/v1/asset/${'0'.repeat(64)}`, 404],
    ['a call that nobody knows', '/facebook-business/none', 404],
    ['a path that is none', '/%zz', 404],
    ['the chat’s socket', `/facebook-business${CHAT_SOCKET_PATH}`, 404],
  ])('%s', async (_name, url, status) => {
    const { get, head } = await both(url)
    expect(head).toEqual(get)
    expect(get.status).toBe(status)
  })

  test('the metrics, whose length differs from one read to the next', async () => {
    const { get, head } = await both('/metrics', METRICS_FIELDS)
    expect(get.status).toBe(200)
    expect(head).toEqual({
      ...get,
      fields: { ...get.fields, 'content-length': expect.stringMatching(/^\d+$/) },
    })
    const without = await both('/metrics')
    expect(without.head).toEqual(without.get)
    expect(without.head.status).toBe(404)
  })

  test('every call of the contract that is a GET, signed in or not', async () => {
    const { base_path } = t.services.settings
    const calls = CALLS.filter(({ method }) => method === 'GET')
    expect(calls.length).toBeGreaterThan(40)
    for (const { path, name } of calls) {
      for (const fields of [signed_in, {}]) {
        const { get, head } = await both(`${base_path}${path}`, fields)
        expect({ name, ...head }).toEqual({ name, ...get })
      }
    }
  })

  test('a reading with its ETag, and 304 where it is known', async () => {
    const url = `${t.services.settings.base_path}/ad/order/data_statistics/list`
    const { get } = await both(url, signed_in)
    const known = await both(url, { ...signed_in, 'if-none-match': get.fields.etag ?? '' })
    expect(known.get.status).toBe(304)
    expect(known.head).toEqual(known.get)
  })

  test('a customer’s image, and a creative’s picture', async () => {
    const image = await both(`${t.services.settings.base_path}/files/image/${kept_image.file_id}`, signed_in)
    expect(image.get).toMatchObject({ status: 200, fields: { 'content-type': 'image/webp' } })
    expect(image.head).toEqual(image.get)
    const rows = await t.db.asOwner<{ asset_hash: string }>(
      "select encode(asset_hash, 'hex') as asset_hash from marketplace.creatives limit 1",
    )
    for (const size of ['', '/small']) {
      const picture = await both(`/delivery/v1/asset/${rows[0]?.asset_hash}${size}`)
      expect(picture.head).toEqual(picture.get)
    }
  })

  test('a body that follows all the same is noticed', async () => {
    const careless = createServer((socket) => {
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\n{"status":"ok"}'))
      socket.on('error', () => {})
    }).listen(0, '127.0.0.1')
    await once(careless, 'listening')
    const by = await RawConnection.open(portOf(careless))
    await expect(both('/healthz', {}, by)).rejects.toThrow(/no answer to GET \/healthz begins with {"status"/)
    by.close()
    careless.close()
  })
})

describe('HEAD where a visitor’s GET counts something', () => {
  const visitor = () => ({
    origin: market.origin,
    'user-agent': PHONE,
    'x-forwarded-for': '203.0.113.9',
  })
  const decision = () => `/delivery/v1/decision?placement=${market.placement_key}&device=device-0000000001`

  test('a decision is not made: no token, no lease, none of an address’s decisions', async () => {
    const before = await traces()
    for (let time = 0; time <= DECISIONS_PER_MINUTE; time += 1) {
      const { status, fields } = await connection.ask('HEAD', decision(), visitor())
      expect({ status, type: fields['content-type'], length: fields['content-length'] }).toEqual({
        status: 200,
        type: 'application/json; charset=utf-8',
        length: undefined,
      })
    }
    expect((await connection.ask('HEAD', '/delivery/v1/decision')).status).toBe(400)
    expect(await traces()).toEqual(before)
    const get = await connection.ask('GET', decision(), visitor())
    expect(JSON.parse(get.body)).toMatchObject({ fill: true })
    expect(await traces()).not.toEqual(before)
    const { 'content-length': _length, ...fields } = lasting(get).fields
    expect(lasting(await connection.ask('HEAD', decision(), visitor())).fields).toEqual(fields)
  })

  test('a click and a pixel show where they lead, and count when they are got', async () => {
    const { token, click_url } = JSON.parse((await connection.ask('GET', decision(), visitor())).body)
    const pixel = `/delivery/v1/pixel?t=${token}&k=impression`
    const before = await traces()
    const heads = [
      await connection.ask('HEAD', click_url, visitor()),
      await connection.ask('HEAD', pixel, visitor()),
    ]
    const nowhere = await connection.ask('HEAD', '/delivery/v1/click/nothing', visitor())
    expect(await traces()).toEqual(before)
    const gets = [
      await connection.ask('GET', click_url, visitor()),
      await connection.ask('GET', pixel, visitor()),
    ]
    expect(await traces()).not.toEqual(before)
    expect(heads.map(lasting)).toEqual(gets.map(lasting))
    expect(gets.map(({ status }) => status)).toEqual([302, 200])
    expect(lasting(nowhere)).toEqual(
      lasting(await connection.ask('GET', '/delivery/v1/click/nothing', visitor())),
    )
  })
})

describe('a method that an address is not there for', () => {
  // CONNECT is for proxies: the HTTP server hangs up.
  const OTHERS = METHODS.filter((method) => !['GET', 'HEAD', 'CONNECT'].includes(method))

  test.each([
    ['/healthz', 405],
    ['/guest-chat', 405],
    ['/facebook-business/user/info', 405],
    ['/none', 404],
    ['*', 404],
  ])('%s is %d in the envelope, whatever the method', async (url, status) => {
    for (const method of OTHERS) {
      const answer = await connection.ask(method, url)
      expect({ method, status: answer.status }).toEqual({ method, status })
      expect(JSON.parse(answer.body)).toMatchObject({ code: 400, data: { reason: 'call_unknown' } })
    }
  })

  test.each([
    ['DELETE', '/healthz', 405, 'GET, HEAD'],
    ['GET', '/facebook-business/plan/order/put?x=1', 405, 'POST'],
    ['POST', '/delivery/v1/decision', 405, 'GET, HEAD, OPTIONS'],
    ['PATCH', `/delivery/v1/click/${'x'.repeat(170)}`, 405, 'GET, HEAD, OPTIONS'],
    ['GET', '/facebook-business/contract/upload/some', 405, 'PUT'],
    ['QUERY', '/none', 404, undefined],
    ['POST', '/delivery/v1/none', 404, undefined],
    ['POST', '/assets/none.js', 404, undefined],
  ])('%s %s', async (method, url, status, allow) => {
    const answer = await connection.ask(method, url)
    expect({ status: answer.status, allow: answer.fields.allow }).toEqual({ status, allow })
  })
})
