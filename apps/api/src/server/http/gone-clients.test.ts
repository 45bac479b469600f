import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'

const FORM = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'

const logged: unknown[] = []

const t = await testProgram()
afterAll(() => t.close())
const token = (await buildCustomer(t.services)).token
const port = await t.listen()
beforeEach(() => {
  logged.length = 0
  for (const level of ['warn', 'error', 'fatal'] as const) {
    vi.spyOn(t.services.log, level).mockImplementation((...said: unknown[]) => void logged.push(said))
  }
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Sends the start of a request and disconnects once the program has it; resolves when the program has noticed. */
async function sendAndGo(text: string): Promise<void> {
  const arrived = once(t.server.server, 'request', { signal: AbortSignal.timeout(10_000) })
  const socket = connect({ host: '127.0.0.1', port })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
  const [request] = await arrived
  const gone = new Promise((resolve) => request.socket.once('close', resolve))
  socket.resetAndDestroy()
  await gone
  await new Promise((resolve) => setImmediate(resolve))
}

const head = (path: string, ...fields: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: test', `X-CT: ${token}`, ...fields, '', ''].join('\r\n')
const JSON_FIELD = 'Content-Type: application/json'

test.each<[string, () => string]>([
  ['a call', () => `${head('/facebook-business/auth/v2/login', JSON_FIELD, 'Content-Length: 99')}{"us`],
  [
    'a call of unknown length',
    () => `${head('/facebook-business/auth/v2/login', JSON_FIELD, 'Transfer-Encoding: chunked')}5\r\n{"us`,
  ],
  ['an event', () => `${head('/delivery/v1/event', JSON_FIELD, 'Content-Length: 99')}{"to`],
  [
    'an event of unknown length',
    () => `${head('/delivery/v1/event', JSON_FIELD, 'Transfer-Encoding: chunked')}5\r\n{"to`,
  ],
  ['a conversion', () => `${head('/delivery/v1/conversion', JSON_FIELD, 'Content-Length: 99')}{"to`],
  [
    'a form',
    () =>
      `${head('/facebook-business/files/upload', 'Content-Type: multipart/form-data; boundary=x', 'Content-Length: 9999')}${FORM}`,
  ],
  [
    'a signature',
    () =>
      `${head('/facebook-business/contract/upload/x', 'Content-Type: image/png', 'Content-Length: 99').replace('POST', 'PUT')}abc`,
  ],
])('whoever goes away in the middle of %s is no error [proof 171]', async (_name, text) => {
  await sendAndGo(text())
  expect(logged).toEqual([])
})

test('a call of whom the system knows no address any more is answered as any is, refused or not [proof 378]', async () => {
  // The state after a reset that arrives before the request is handled.
  const forget = (socket: Socket) => Object.defineProperty(socket, 'remoteAddress', { value: undefined })
  t.server.server.on('connection', forget)
  try {
    const url = `http://127.0.0.1:${port}/facebook-business`
    const fields = { 'content-type': 'application/json' }
    const refused = await fetch(`${url}/auth/v2/login`, { method: 'POST', headers: fields, body: '{}' })
    expect(await refused.json()).toMatchObject({ code: 400, data: { reason: 'field_required' } })
    const malformed = await fetch(`${url}/user/archive`, {
      method: 'POST',
      headers: { ...fields, 'x-ct': token },
      body: '{',
    })
    expect(await malformed.json()).toMatchObject({ code: 400, data: { reason: 'body_malformed' } })
    const taken = await fetch(`${url}/user/info`, { headers: { 'x-ct': token } })
    expect(await taken.json()).toMatchObject({ code: 200 })
    expect((await fetch(`${url}/user/info`, { headers: { 'x-ct': 'none' } })).status).toBe(200)
    expect(logged).toEqual([])
  } finally {
    t.server.server.off('connection', forget)
  }
})

test('control: a fault of the program’s own is an error', async () => {
  vi.spyOn(t.services.delivery, 'decide').mockImplementation(() => {
    throw new Error('planted')
  })
  const { statusCode } = await t.server.inject('/delivery/v1/decision?placement=x')
  expect(statusCode).toBe(500)
  expect(logged).toEqual([
    [{ err: new Error('planted') }, 'could not answer a publisher’s page or an advertiser’s report'],
  ])
})
