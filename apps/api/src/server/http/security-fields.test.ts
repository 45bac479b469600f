import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { CALLS } from '@adtally/contract/calls.ts'
import { statisticsList } from '@adtally/contract/plans/statistics.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { RawConnection } from '../../testing/raw-http.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { METRICS_FIELDS, testSettings } from '../../testing/servers/test-services.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { WEB_DIST } from '../app/app-shell.ts'
import { buildAppsIfOlder } from '../app/build-web.ts'

const OF_EVERY_REPLY = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}
/** A longer policy may also limit what a page loads. */
const UNFRAMED = "frame-ancestors 'none'"
const OWN = {
  ...OF_EVERY_REPLY,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}
const FOR_ANY_ORIGIN = {
  ...OF_EVERY_REPLY,
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
}
/** Two values would make these fields invalid. */
const PARSED = { te: 'trailers' }

await buildAppsIfOlder()
const script = `/assets/${readdirSync(join(WEB_DIST, 'assets')).find((name) => name.endsWith('.js'))}`
const t = await testProgram({ settings: testSettings({ PUBLIC_ORIGIN: 'https://adtally.example' }) })
const signed_in = { 'x-ct': (await buildCustomer(t.services)).token }
/** Whom no call signs out. */
const polling = { 'x-ct': (await buildCustomer(t.services)).token }
const port = await t.listen()
afterAll(() => t.close())

/** Text types name their encoding. */
const TYPED = /^(?:(?:text|application)\/[a-z+-]+;(?: [^;]+;)? charset=utf-8|(?:image|font)\/[a-z0-9+]+)$/i
const WITHOUT_BODY = [204, 302, 304]

/** Sends a request and checks that its answer forbids frames and names its type. */
async function ask(method: string, url: string, fields: Record<string, string> = {}) {
  const connection = await RawConnection.open(port)
  const answer = await connection.ask(method, url, fields)
  connection.close()
  expect(answer.fields['content-security-policy'], url).toContain(UNFRAMED)
  if (!WITHOUT_BODY.includes(answer.status)) expect(answer.fields['content-type'], url).toMatch(TYPED)
  return answer
}

describe.each(CALLS)('$method $path', ({ method, path }) => {
  test.each([
    ['for nobody', false],
    ['for a customer', true],
  ])('its reply %s is kept and shown nowhere else [proof 176]', async (_name, is_signed_in) => {
    const reply = await t.server.inject({
      method,
      url: `${t.services.settings.base_path}${path}`,
      headers: is_signed_in ? signed_in : {},
      ...(method === 'POST' && { payload: {} }),
    })
    expect(reply.headers).toMatchObject(OWN)
    expect(reply.headers['content-security-policy']).toContain(UNFRAMED)
    expect(reply.headers['content-type']).toMatch(TYPED)
    expect(reply.headers['cache-control']).toMatch(/^(no-store|private, no-cache)$/)
  })
})

describe.each([
  ['ahead of the router', {}],
  ['routed', PARSED],
])('%s', (_name, fields) => {
  test('a poll’s replies say so too [proof 181]', async () => {
    const url = `${t.services.settings.base_path}${statisticsList.path}?type=1&user_time_zone=UTC`
    const first = await ask('GET', url, { ...polling, ...fields })
    expect(first).toMatchObject({ status: 200, fields: { ...OWN, 'cache-control': 'private, no-cache' } })
    const known = { 'if-none-match': first.fields.etag ?? '' }
    const second = await ask('GET', url, { ...polling, ...fields, ...known })
    expect(second).toMatchObject({ status: 304, fields: OWN })
    expect(await ask('GET', url, fields)).toMatchObject({ fields: { ...OWN, 'cache-control': 'no-store' } })
  })
  test('what publishers’ pages ask for is for them [proof 182]', async () => {
    const cached = { ...FOR_ANY_ORIGIN, 'cache-control': 'no-store', 'access-control-allow-origin': '*' }
    for (const url of ['/delivery/v1/decision?placement=none', '/delivery/v1/decision']) {
      expect((await ask('GET', url, fields)).fields, url).toMatchObject(cached)
    }
  })
})

test('an event’s reply is for its page, ahead of the router and routed [proof 183]', async () => {
  for (const fields of ['', 'te: trailers\r\n']) {
    const socket = connect({ host: '127.0.0.1', port })
    const head = `POST /delivery/v1/event HTTP/1.1\r\nhost: test\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n`
    socket.end(`${head}${fields}\r\n{}`)
    const said = await text(socket)
    expect(said).toMatch(/^HTTP\/1\.1 400 /)
    expect(said).toContain('cross-origin-resource-policy: cross-origin')
    expect(said.match(/x-content-type-options/gi)).toHaveLength(1)
  }
})

test.each([
  ['the tag', '/delivery/v1/tag.js', 'public, max-age=300'],
  ['the pixel', '/delivery/v1/pixel', 'no-store'],
  ['a click', '/delivery/v1/click/none', 'no-store'],
])('%s is for pages of any origin [proof 184]', async (_name, url, kept) => {
  for (const method of ['GET', 'HEAD']) {
    expect((await ask(method, url)).fields).toMatchObject({ ...FOR_ANY_ORIGIN, 'cache-control': kept })
  }
})

test.each([
  ['the page', '/', 'no-cache', {}],
  ['a file', script, 'public, max-age=31536000, immutable', {}],
  ['a file, compressed', script, 'public, max-age=31536000, immutable', { 'accept-encoding': 'br' }],
  ['no file', '/assets/none.js', 'no-store', {}],
  ['a path that is none', '/%zz', 'no-store', {}],
  ['up', '/%2e%2e/x', 'no-store', {}],
  ['no call', '/facebook-business/none', 'no-store', {}],
  ['the contract', '/facebook-business/openapi.json', 'no-cache', {}],
  ['no image', '/facebook-business/files/image/x', 'no-store', {}],
  ['health', '/healthz', 'no-store', {}],
  ['readiness', '/readyz', 'no-store', {}],
  ['figures', '/metrics', 'no-store', METRICS_FIELDS],
  ['money owed', '/transparency/money-owed', 'no-store', {}],
  ['visitors’ page', '/guest-chat', 'no-cache', {}],
  ['its style', '/guest-chat/page.css', 'no-cache', {}],
])('%s is for the program’s own pages [proof 185]', async (_name, url, kept, fields) => {
  for (const method of ['GET', 'HEAD']) {
    expect((await ask(method, url, fields)).fields).toMatchObject({ ...OWN, 'cache-control': kept })
  }
})

test.each(['/', '/index.html', '/guest-chat'])(
  'what forbids frames leaves the policy of %s whole',
  async (url) => {
    const { fields } = await ask('GET', url)
    const policy = fields['content-security-policy']
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("base-uri 'none'")
  },
)

test('replies to malformed HTTP have them, too [proof 186]', async () => {
  const socket = connect({ host: '127.0.0.1', port })
  socket.end('NO HTTP AT ALL\r\n\r\n')
  const said = (await text(socket)).toLowerCase()
  const expected = { ...OWN, 'content-security-policy': UNFRAMED, 'cache-control': 'no-store' }
  for (const [name, value] of Object.entries(expected)) {
    expect(said).toContain(`${name}: ${value}\r\n`.toLowerCase())
  }
})

test('control: a program that is reached without https does not say that it always is reached by it', async () => {
  const plain = await testProgram({ modules: [] })
  const { headers } = await plain.server.inject('/healthz')
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
  expect(headers).not.toHaveProperty('strict-transport-security')
  await plain.close()
})
