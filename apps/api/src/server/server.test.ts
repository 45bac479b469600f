import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { customerCall, publicCall } from '@adtally/contract/call.ts'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { DatabaseUnavailable } from '../database/database-error.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Authenticator } from '../modules/authenticator.ts'
import type { Module } from '../modules/module.ts'
import { customerRoute, publicRoute, RenderedReply } from '../modules/route.ts'
import { type TestProgram, testProgram } from '../testing/servers/test-program.ts'
import { METRICS_FIELDS, testSettings } from '../testing/servers/test-services.ts'

const echo = publicCall('POST /test/echo', {
  name: 'echo',
  summary: 'Answers what it was sent',
  request: z.strictObject({
    text: z.string(),
    nested: z.optional(z.strictObject({ list: z.array(z.string()) })),
  }),
  response: z.object({ text: z.string(), language: z.string(), time_zone: z.string() }),
  refusals: [],
})
const find = publicCall('GET /test/find', { ...echo, name: 'find' })
const poll = customerCall('GET /test/poll', {
  name: 'poll',
  summary: 'A rendered reading',
  request: z.strictObject({}),
  response: z.object({ n: z.number() }),
  refusals: [],
  is_conditional: true,
})
const spoken = customerCall('GET /test/spoken', {
  name: 'spoken',
  summary: 'The language of the answer',
  request: z.strictObject({}),
  response: z.object({ language: z.string() }),
  refusals: [],
})
const fault = publicCall('POST /test/fault', {
  ...echo,
  name: 'fault',
  refusal_data: z.strictObject({ more: z.optional(z.number()) }),
})

const faults = new Map<string, () => unknown>([
  [
    'refusal',
    () => Promise.reject(new Refusal('account_disabled', { deadline: new Date(0), data: { more: 1 } })),
  ],
  [
    'sync refusal',
    () => {
      throw new Refusal('insufficient_balance', { field: 'put_amount' })
    },
  ],
  ['database', () => Promise.reject(new DatabaseUnavailable(new Error('gone')))],
  ['unexpected', () => Promise.reject(new Error('secret words'))],
  ['off schema', () => ({ text: 5 })],
  ['unstated', () => Object.assign({ text: 'stated' }, { internal_note: 'unstated' })],
])

const sessions: Authenticator = {
  authenticate(token) {
    if (token !== 'good') throw new Refusal('not_signed_in')
    return {
      customer_id: 'c',
      session_id: 's',
      session_began_at: new Date(0),
      access: 'full',
      status: 'active',
      language: 'zh-Hans',
    }
  },
}

const module: Module = {
  name: 'test',
  routes: [
    publicRoute(echo, ({ text }, { language, time_zone }) => ({ text, language, time_zone })),
    publicRoute(find, ({ text }, { language, time_zone }) => ({ text, language, time_zone })),
    publicRoute(fault, ({ text }) => Promise.resolve(faults.get(text)?.()).then((result) => Object(result))),
    customerRoute(spoken, (_input, _caller, { language }) => ({ language })),
    customerRoute(
      poll,
      (_input, _caller, { if_none_match }) =>
        new RenderedReply(if_none_match === '"7"' ? null : '{"n":1}', '"7"'),
    ),
  ],
}

const PUBLIC_WRITES_PER_MINUTE = 40

// Public writes get a twentieth of the limit.
const settings = testSettings({ RATE_LIMIT_PER_MINUTE: String(20 * PUBLIC_WRITES_PER_MINUTE) })
const t = await testProgram({ modules: [module], settings, sessions })
afterAll(() => t.close())

const post = (payload: string, headers: Record<string, string> = {}) =>
  t.server.inject({
    method: 'POST',
    url: '/facebook-business/test/echo',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })

describe('input that is not even a request', () => {
  test.each([
    ['broken JSON', '{"text":', 'body_malformed'],
    ['no JSON object', '[1]', 'body_malformed'],
    ['null', 'null', 'body_malformed'],
    ['an unknown field', '{"text":"a","more":1}', 'field_unknown', 'more'],
    ['a prototype', '{"text":"a","__proto__":{"x":1}}', 'field_unknown', '__proto__'],
    ['a wrong type', '{"text":1}', 'field_invalid', 'text'],
    ['a NUL', '{"text":"a\\u0000b"}', 'field_invalid', 'text'],
    ['half an emoji', '{"text":"hi \\ud83d"}', 'field_invalid', 'text'],
    ['the other half, in capitals', '{"text":"\\uDE00 hi"}', 'field_invalid', 'text'],
    ['half an emoji in a name', '{"text":"a","\\ud83d":1}', 'field_unknown', '\ufffd'],
    ['a NUL deep inside', '{"text":"a","nested":{"list":["b","\\u0000"]}}', 'field_invalid', 'nested.list.1'],
  ])('%s', async (_name, payload, reason, field?: string) => {
    const reply = await post(payload)
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ code: 400, data: { reason, ...(field && { field }) } })
  })

  test('the text \\u0000 itself, escaped, is no NUL', async () => {
    expect((await post('{"text":"\\\\u0000"}')).json().data.text).toBe('\\u0000')
  })
  test('an emoji is text, written or escaped', async () => {
    expect((await post('{"text":"\\ud83d\\ude00 😀"}')).json().data.text).toBe('😀 😀')
    const found = await t.server.inject('/facebook-business/test/find?text=%F0%9F%98%80+%zz%2B')
    expect(found.json().data.text).toBe('😀 %zz+')
  })
  test.each([
    ['a NUL', 'a%00'],
    ['half an emoji', 'a%ED%A0%BD'],
    ['the half of what an emoji is in UTF-8', 'a%F0%9F'],
  ])('%s in a query string', async (_name, text) => {
    const reply = await t.server.inject(`/facebook-business/test/find?text=${text}`)
    expect(reply.json()).toMatchObject({ code: 400, data: { reason: 'field_invalid', field: 'text' } })
  })
  test('another content type', async () => {
    expect(
      (await post('text=a', { 'content-type': 'application/x-www-form-urlencoded' })).json(),
    ).toMatchObject({
      code: 400,
      data: { reason: 'body_malformed' },
    })
  })
  test('a body over 1 MiB is HTTP 413, one under it is read', async () => {
    const sized = (length: number) => JSON.stringify({ text: 'x'.repeat(length - 11) })
    expect((await post(sized(1024 * 1024))).statusCode).toBe(200)
    const reply = await post(sized(1024 * 1024 + 1))
    expect(reply.statusCode).toBe(413)
    expect(reply.json()).toMatchObject({ code: 400, data: { reason: 'body_too_large' } })
  })
  test.each(['/facebook-business/none', '/none', '/%zz'])('unknown: GET %s', async (url) => {
    const reply = await t.server.inject(url)
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({ code: 400, data: { reason: 'call_unknown' } })
  })
})

describe('refusals and faults', () => {
  const refusal = (text: string) => t.call(fault, { text })
  test('by rule are HTTP 200 with reason, field, deadline, more data, and lang for an account', async () => {
    expect(await refusal('sync refusal')).toMatchObject({
      status: 200,
      code: 405,
      msg: 'Insufficient balance',
      data: { reason: 'insufficient_balance', field: 'put_amount' },
    })
    expect(await refusal('refusal')).toMatchObject({
      code: 403,
      data: { reason: 'account_disabled', lang: 'en', deadline: '1970-01-01T00:00:00.000Z', more: 1 },
    })
  })
  test('a database that is away is HTTP 503 with Retry-After', async () => {
    expect(await refusal('database')).toMatchObject({
      status: 503,
      code: 500,
      headers: { 'retry-after': '1' },
    })
  })
  test('the unexpected tells nothing', async () => {
    const reply = await refusal('unexpected')
    expect(reply).toMatchObject({ status: 500, code: 500, data: { reason: 'server_error' } })
    expect(JSON.stringify(reply)).not.toContain('secret')
  })
  test('the harness fails a reply off its schema', async () => {
    expect(await refusal('off schema')).toMatchObject({ status: 500 })
  })
  test('and one with a field that is not stated', async () => {
    expect(await refusal('unstated')).toMatchObject({ status: 500 })
  })
})

describe('a call for customers', () => {
  test('needs a token that is known', async () => {
    expect(await t.call(poll, {})).toMatchObject({
      status: 200,
      code: 401,
      data: { reason: 'not_signed_in' },
    })
    expect(await t.call(poll, {}, { token: 'bad' })).toMatchObject({ code: 401 })
  })
  test("answers a rendered reading, and 304 with the database's time as Date", async () => {
    const first = await t.call(poll, {}, { token: 'good' })
    expect(first).toMatchObject({
      code: 200,
      data: { n: 1 },
      headers: { etag: '"7"', vary: 'X-CT', 'cache-control': 'private, no-cache' },
    })
    await t.advance(86_400_000)
    const second = await t.call(poll, {}, { token: 'good', headers: { 'if-none-match': '"7"' } })
    expect(second.status).toBe(304)
    const ahead_ms = Date.parse(String(second.headers.date)) - Date.now()
    expect(ahead_ms).toBeGreaterThan(86_390_000)
  })
})

test.each([
  ['zh-TW,zh;q=0.9', 'zh-Hant'],
  ['zh-Hans-TW', 'zh-Hans'],
  ['zh-hans-hk,en;q=0.5', 'zh-Hans'],
  ['zh-Hans-MO', 'zh-Hans'],
  ['zh-Hant-CN', 'zh-Hant'],
  ['zh-MO', 'zh-Hant'],
  ['zh-SG', 'zh-Hans'],
  ['fr;q=0.4, de-CH;q=0.8, xx', 'de'],
  ['xx', 'en'],
  ['', 'en'],
])('Accept-Language %s', async (header, language) => {
  expect((await post('{"text":"a"}', { 'accept-language': header })).json().data.language).toBe(language)
})

test.each([
  ['de', 'de'],
  ['', 'zh-Hans'],
  ['*', 'zh-Hans'],
  ['*;q=0.5', 'zh-Hans'],
  ['de, *;q=0.1', 'de'],
])('a customer whose kept language is zh-Hans, asking in «%s»', async (header, language) => {
  const reply = await t.call(spoken, {}, { token: 'good', headers: { 'accept-language': header } })
  expect(reply.data).toEqual({ language })
})

test.each([
  ['Asia/Bangkok GMT+07:00', 'Asia/Bangkok'],
  ['Mars/Olympus', 'UTC'],
  ['+07:00', 'UTC'],
  ["'; drop table", 'UTC'],
])('X-TZ %s', async (header, zone) => {
  expect((await post('{"text":"a"}', { 'x-tz': header })).json().data.time_zone).toBe(zone)
})

test('health, readiness and the contract', async () => {
  expect((await t.server.inject('/healthz')).statusCode).toBe(200)
  expect((await t.server.inject('/readyz')).json()).toEqual({ status: 'ready' })
  expect((await t.server.inject('/facebook-business/openapi.json')).json().openapi).toBe('3.1.0')
})

test('it is not ready while no new connection can be made, whatever the connections that it has still answer', async () => {
  const allow = (limit: number) => t.db.asOwner(`alter database ${t.db.name} connection limit ${limit}`)
  await allow(0)
  const refused = await t.server.inject('/readyz')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1'])
  await allow(-1)
  expect((await t.server.inject('/readyz')).statusCode).toBe(200)
})

describe('metrics', () => {
  const ask = (program: TestProgram, headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    program.server.inject({ url: '/metrics', headers, remoteAddress })

  test('are for whoever brings the token, from wherever they ask [proof 174]', async () => {
    const own = await ask(t, METRICS_FIELDS)
    expect(own.body).toContain('adtally_calls_total{call="echo",code="200"}')
    const through_proxy = { ...METRICS_FIELDS, 'x-forwarded-for': '192.0.2.1', host: 'metrics.example' }
    expect((await ask(t, through_proxy, '192.0.2.1')).statusCode).toBe(200)
  })

  test.each<[string, Record<string, string>]>([
    ['this machine itself', {}],
    ['a proxy on this machine that says for nobody', { host: 'adtally.example' }],
    [
      'a page whose name leads to this machine',
      { host: 'rebound.example:8080', origin: 'http://rebound.example:8080' },
    ],
    ['a wrong token', { authorization: `${METRICS_FIELDS.authorization}x` }],
    ['the beginning of the token', { authorization: METRICS_FIELDS.authorization.slice(0, -1) }],
    ['the token in another way', { authorization: METRICS_FIELDS.authorization.replace('Bearer ', '') }],
  ])('are not there for %s [proof 178]', async (_name, headers) => {
    const reply = await ask(t, headers)
    expect([reply.statusCode, reply.json().data.reason]).toEqual([404, 'call_unknown'])
  })

  test('are not there at all where no token is set', async () => {
    const without = await testProgram({ modules: [], settings: testSettings({ METRICS_TOKEN: '' }) })
    for (const headers of [{}, { authorization: 'Bearer ' }, { authorization: 'Bearer null' }]) {
      expect((await ask(without, headers)).statusCode).toBe(404)
    }
    await without.close()
  })
})

test('too many public writes of one address are HTTP 429 with Retry-After; another address goes on', async () => {
  const from = (remoteAddress: string) =>
    t.server.inject({
      method: 'POST',
      url: '/facebook-business/test/echo',
      payload: { text: 'a' },
      remoteAddress,
    })
  const codes = []
  for (let i = 0; i <= PUBLIC_WRITES_PER_MINUTE; i++) codes.push((await from('192.0.2.7')).statusCode)
  expect(codes).toEqual([...Array(PUBLIC_WRITES_PER_MINUTE).fill(200), 429])
  const reply = await from('192.0.2.7')
  expect(reply.json()).toMatchObject({ code: 400, data: { reason: 'too_many_requests' } })
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  expect((await from('192.0.2.8')).statusCode).toBe(200)
})

test('what is not HTTP is answered in the envelope and hung up on', async () => {
  const socket = connect(await t.listen(), '127.0.0.1')
  socket.end('NOT HTTP AT ALL\r\n\r\n')
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 400 /)
  expect(JSON.parse(body)).toMatchObject({ code: 400, data: { reason: 'request_malformed' } })
})
