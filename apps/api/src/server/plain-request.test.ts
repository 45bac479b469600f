import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { connect } from 'node:net'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HTTP_OPTIONS } from './fast-lane.ts'
import { type PlainRequest, readPlainRequest } from './plain-request.ts'

const SEED = 20_261_122
const RUNS = 6_000

/** What the HTTP server makes of bytes: every request it hears, in order, and whether it also objects. */
interface Reading {
  requests: PlainRequest[]
  objected: boolean
}

let server: Server
let reading: Reading = { requests: [], objected: false }

beforeAll(async () => {
  server = createServer(HTTP_OPTIONS, (request, response) => {
    // As many as come are answered, so that the parser goes on to what follows.
    void bodyOf(request).then((body) => {
      const { method = '', url = '', headers } = request
      reading.requests.push({ method, url, headers, body })
      response.end()
    })
  })
  server.on('clientError', (_error, socket) => {
    reading.objected = true
    socket.destroy()
  })
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('a plain request', () => {
  it('is read with its fields, trimmed and in lower case, and its body as UTF-8', () => {
    const body = '{"name":"中文"}'
    const text = `POST /a/b?c=d HTTP/1.1\r\nHost: x\r\nX-CT:\t token \r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    expect(readPlainRequest(Buffer.from(text))).toEqual({
      method: 'POST',
      url: '/a/b?c=d',
      headers: { host: 'x', 'x-ct': 'token', 'content-length': '17' },
      body,
    })
  })

  it.each([
    ['another method', 'PUT / HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['another version', 'GET / HTTP/1.0\r\nhost: x\r\n\r\n'],
    ['an absolute target', 'GET http://x/ HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\na: b\r\n\r\n'],
    ['two hosts', 'GET / HTTP/1.1\r\nhost: x\r\nHost: y\r\n\r\n'],
    ['a GET with a length', 'GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n'],
    ['a POST without a length', 'POST / HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 1\r\n\r\n1'],
    ['a list of lengths', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1, 1\r\n\r\n1'],
    ['a signed length', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: +1\r\n\r\n1'],
    ['chunks', 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
    [
      'chunks and a length',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['less than its length', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n1'],
    ['more than its length', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\n\r\n12'],
    ['a second request behind it', 'GET / HTTP/1.1\r\nhost: x\r\n\r\nGET / HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['a folded field', 'GET / HTTP/1.1\r\nhost: x\r\na: b\r\n c\r\n\r\n'],
    ['a space before the colon', 'GET / HTTP/1.1\r\nhost : x\r\n\r\n'],
    ['bare line feeds', 'GET / HTTP/1.1\nhost: x\n\n'],
    ['a bare line feed in a value', 'GET / HTTP/1.1\r\nhost: x\na: b\r\n\r\n'],
    ['a NUL', 'GET / HTTP/1.1\r\nhost: x\0\r\n\r\n'],
    ['a byte beyond ASCII', 'GET / HTTP/1.1\r\nhost: \xe9\r\n\r\n'],
    [
      'a wish to be asked first',
      'POST / HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 1\r\n\r\n1',
    ],
    [
      'a wish for another protocol',
      'GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    ],
    ['a protocol named alone', 'GET / HTTP/1.1\r\nhost: x\r\nupgrade: h2c\r\n\r\n'],
    ['codings that it takes', 'GET / HTTP/1.1\r\nhost: x\r\nte: trailers\r\n\r\n'],
    ['fields to come', 'GET / HTTP/1.1\r\nhost: x\r\ntrailer: a\r\n\r\n'],
    ['a wish to a proxy', 'GET / HTTP/1.1\r\nhost: x\r\nproxy-connection: close\r\n\r\n'],
    ['a wish to close', 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
    ['a head that goes on', `GET / HTTP/1.1\r\nhost: x\r\na: ${'b'.repeat(9_000)}\r\n\r\n`],
    ['nothing', ''],
  ])('is not what has %s', (_what, text) => {
    expect(readPlainRequest(Buffer.from(text, 'latin1'))).toBeNull()
  })

  it('is what the HTTP server reads in the same bytes: the same one request, and nothing else', async () => {
    let plain = 0
    await fc.assert(
      fc.asyncProperty(messages, async (bytes) => {
        const request = readPlainRequest(bytes)
        if (request === null) return
        plain += 1
        const heard = await readByServer(bytes)
        expect(heard).toEqual({ requests: [request], objected: false })
      }),
      { numRuns: RUNS, seed: SEED },
    )
    // Otherwise the property would hold of nothing.
    expect(plain).toBeGreaterThan(RUNS / 20)
  }, 60_000)
})

const name = fc.constantFrom(
  'Host',
  'host',
  'Content-Length',
  'content-length',
  'Transfer-Encoding',
  'Connection',
  'Upgrade',
  'Expect',
  'X-CT',
  'Accept',
  'Cookie',
  'Set-Cookie',
  '__proto__',
  'constructor',
  'x y',
  '',
)
const value = fc.oneof(
  fc.constantFrom(
    'x',
    '0',
    '1',
    '2',
    '3',
    '10',
    '+1',
    '0x1',
    '1, 1',
    '',
    ' ',
    'chunked',
    'keep-alive',
    'close',
    '\t1 ',
  ),
  fc.string({ maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
)
const line_end = fc.oneof(
  { weight: 12, arbitrary: fc.constant('\r\n') },
  fc.constantFrom('\n', '\r', '\r\n ', '\r\r\n', ''),
)
const field = fc
  .tuple(
    name,
    fc.oneof({ weight: 8, arbitrary: fc.constant(':') }, fc.constantFrom(' :', '::', '')),
    value,
    line_end,
  )
  .map((parts) => parts.join(''))
/** Mostly right, so that much of it is plain, and wrong in every way that one may think of. */
const messages = fc
  .record({
    method: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('GET', 'POST') },
      fc.constantFrom('get', 'PUT', 'HEAD', ''),
    ),
    target: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('/', '/a?b=c', '/%00', '/"<>\\^`{|}') },
      fc.string({ maxLength: 5 }),
    ),
    version: fc.oneof(
      { weight: 12, arbitrary: fc.constant('HTTP/1.1') },
      fc.constantFrom('HTTP/1.0', 'HTTP/2', 'http/1.1'),
    ),
    fields: fc.array(field, { maxLength: 4 }),
    has_host: fc.nat(7).map((number) => number > 0),
    length: fc.oneof(fc.constant('right'), fc.constantFrom('none', 'wrong')),
    body: fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('GET / HTTP/1.1\r\nhost: x\r\n\r\n', '中文')),
  })
  .map(({ method, target, version, fields, has_host, length, body }) => {
    const with_body = method === 'POST' ? body : body.length % 3 === 0 ? body : ''
    const bytes = Buffer.byteLength(with_body)
    const said =
      length === 'none' || method === 'GET'
        ? ''
        : `content-length: ${length === 'right' ? bytes : bytes + 1}\r\n`
    const lines = `${has_host ? 'host: x\r\n' : ''}${said}${fields.join('')}`
    return Buffer.from(`${method} ${target} ${version}\r\n${lines}\r\n${with_body}`)
  })

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  request.setEncoding('utf8')
  for await (const chunk of request) text += chunk
  return text
}

/** Sends the bytes, says that no more will come, and waits until the server has closed. */
async function readByServer(bytes: Buffer): Promise<Reading> {
  reading = { requests: [], objected: false }
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens nowhere')
  const socket = connect({ host: '127.0.0.1', port: address.port })
  socket.on('error', () => {})
  socket.resume().end(bytes)
  await once(socket, 'close')
  return reading
}
