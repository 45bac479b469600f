import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { brokenRequestAnswerer } from './broken-request.ts'
import { FastLane, HTTP_OPTIONS } from './fast-lane.ts'
import { securityFields } from './security-fields.ts'

const BODY_BYTES_MAX = 100

let server: Server
let heard: string[] = []
let left: string[] = []
/** Answers requests that reached the router at `/slow`. */
let answerSlow: (body: string) => void = () => {}
let aborted = 0

// A server each: one that was told to close can't be used again.
beforeEach(async () => {
  heard = []
  left = []
  aborted = 0
  const lane = new FastLane(0, 'http://test', HTTP_OPTIONS)
  lane.add({
    method: 'POST',
    path: '/echo',
    body_bytes_max: BODY_BYTES_MAX,
    handle: ({ body }, answer) => {
      heard.push(body)
      answer({ status: 200, headers: ['content-type', 'text/plain'], body: `heard ${body};` })
    },
  })
  server = lane.serverFactory((request, response) => {
    left.push(request.url ?? '')
    if (request.url === '/unread') return void response.end('left;')
    if (request.url === '/last') return void response.setHeader('connection', 'close').end('left;')
    if (request.url === '/slow') {
      answerSlow = (body) => void response.end(body)
      response.once('close', () => {
        if (!response.writableFinished) aborted += 1
      })
      return
    }
    if (request.readableEnded) response.end('left;')
    else request.resume().on('end', () => response.end('left;'))
  }, {})
  server.on('clientError', brokenRequestAnswerer(securityFields('http://test', 'own')))
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

describe('the lane ahead of the router', () => {
  it('hears a body whole that arrives in parts, cut inside a letter', async () => {
    const { socket, received } = await open()
    const body = Buffer.from('{"name":"中文"}')
    const cut = body.indexOf(Buffer.from('中')) + 1
    socket.write(head(body.length))
    socket.write(body.subarray(0, cut))
    await onceTaken(socket)
    socket.write(body.subarray(cut))
    await received((text) => text.includes('heard {"name":"中文"};'))
    expect(heard).toEqual(['{"name":"中文"}'])
    socket.destroy()
  })

  it('answers what follows on the same connection, sent ahead or afterwards, in order', async () => {
    const { socket, received } = await open()
    socket.write(`${head(1)}1${head(1)}2`)
    await received((text) => text.includes('heard 2;'))
    socket.write(`${head(1)}3`)
    const text = await received((all) => all.includes('heard 3;'))
    expect(text.match(/heard \d/g)).toEqual(['heard 1', 'heard 2', 'heard 3'])
    socket.destroy()
  })

  it('never hears a body that is cut short, and goes on for others', async () => {
    const cut = await open()
    cut.socket.write(`${head(10)}12345`)
    await onceTaken(cut.socket)
    cut.socket.destroy()
    const { socket, received } = await open()
    socket.write(`${head(2)}ok`)
    await received((text) => text.includes('heard ok;'))
    expect(heard).toEqual(['ok'])
    socket.destroy()
  })

  it('leaves bodies that are too large, chunked or not text to the router, complete', async () => {
    const { socket, received } = await open()
    const chunked =
      'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n'
    socket.write(`${head(BODY_BYTES_MAX + 1)}${'x'.repeat(BODY_BYTES_MAX + 1)}`)
    await received((text) => count(text, 'left;') === 1)
    socket.write(`${chunked}1\r\nx\r\n0\r\n\r\n`)
    await received((text) => count(text, 'left;') === 2)
    socket.write(`${head(1, 'image/png')}x`)
    await received((text) => count(text, 'left;') === 3)
    expect({ heard, left: left.length }).toEqual({ heard: [], left: 3 })
    socket.destroy()
  })
})

describe('a connection', () => {
  it('goes from the lane to the router and back, in order, also where all is sent ahead', async () => {
    const { socket, received } = await open()
    socket.write(`${head(1)}1`)
    await received((text) => text.includes('heard 1;'))
    const elsewhere = 'GET /elsewhere HTTP/1.1\r\nhost: x\r\n\r\n'
    socket.write(`${elsewhere}${head(1)}2${head(2).replace('/echo', '/unread')}{}${head(1)}3`)
    const text = await received((all) => all.includes('heard 3;'))
    expect(text.match(/heard \d|left/g)).toEqual(['heard 1', 'left', 'heard 2', 'left', 'heard 3'])
    expect({ heard, left }).toEqual({ heard: ['1', '2', '3'], left: ['/elsewhere', '/unread'] })
    socket.destroy()
  })

  it('hears what comes behind a slow answer, and answers it afterwards', async () => {
    const { socket, received } = await open()
    socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n')
    await until(() => left.length === 1)
    socket.write(`${head(1)}1`)
    await onceTaken(socket)
    answerSlow('x'.repeat(1_000_000))
    const text = await received((all) => all.includes('heard 1;'))
    expect(text.indexOf('heard 1;')).toBeGreaterThan(1_000_000)
    socket.destroy()
  })

  it.each(['/echo', '/elsewhere'])(
    'that names two hosts is refused and closed: %s [proof 255]',
    async (path) => {
      const { socket, received } = await open()
      socket.write(`${head(1).replace('/echo', path).replace('host: x', 'host: x\r\nHost: y')}1${head(1)}2`)
      await once(socket, 'end')
      expect((await received(() => true)).match(/HTTP\/1.1 .*/g)).toEqual(['HTTP/1.1 400 Bad Request'])
      expect({ heard, left }).toEqual({ heard: [], left: [] })
    },
  )

  it.each(
    ['/echo', '/elsewhere'].flatMap((path) =>
      [
        ['content-length: 5', 'transfer-encoding: chunked'],
        ['transfer-encoding: chunked', 'content-length: 5'],
        ['content-length: 5', 'content-length: 6'],
        ['transfer-encoding: chunked, identity'],
        ['transfer-encoding: xchunked'],
        ['content-length: +5'],
      ].map((ends) => [path, ends.join(' and ')]),
    ),
  )('to %s whose request ends in two places or in none is refused and closed: %s', async (path, ends) => {
    const { socket, received } = await open()
    const fields = ends.replace(' and ', '\r\n')
    const first = head(1).replace('/echo', path).replace('content-length: 1', fields)
    // By its length the first request's body is all of `0`; by chunks it ends there, and the rest is another request.
    socket.write(`${first}0\r\n\r\n${head(1)}2`)
    await once(socket, 'end')
    const text = await received(() => true)
    expect(text.match(/HTTP\/1.1 .*/g)).toEqual(['HTTP/1.1 400 Bad Request'])
    expect(heard).toEqual([])
  })

  it('control: each name once, and other fields as often as one likes, are taken', async () => {
    const { socket, received } = await open()
    socket.write(`${head(1).replace('host: x', 'host: x\r\nx-a: 1\r\nx-a: 2')}1`)
    await received((text) => text.includes('heard 1;'))
    socket.destroy()
  })

  it('that wants to be closed gets its whole answer, whatever lies behind the request [proof 256]', async () => {
    for (const path of ['/echo', '/unread']) {
      const { socket, received } = await open()
      socket.write(
        `${head(1).replace('/echo', path).replace('host: x', 'host: x\r\nconnection: close')}1${head(1)}2`,
      )
      await once(socket, 'end')
      const text = await received(() => true)
      expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200'])
      expect(text).toMatch(/\r\nconnection: close\r\n/i)
      expect(text).toMatch(path === '/echo' ? /heard 1;$/ : /left;/)
    }
    expect(heard).toEqual(['1'])
  })

  it('tells the router where nobody waits for its answer any more', async () => {
    const { socket } = await open()
    socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n')
    await until(() => left.length === 1)
    socket.destroy()
    await until(() => aborted === 1)
  })

  // Without that it would close by itself after a minute.
  it('is closed where it is idle, and after its answer where it is not', { timeout: 50_000 }, async () => {
    const idle = await open()
    idle.socket.write(`${head(1)}1`)
    await idle.received((text) => text.includes('heard 1;'))
    const lent = await open()
    lent.socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n')
    await until(() => left.length === 1)
    const closed = [once(idle.socket, 'close'), once(lent.socket, 'close')]
    server.closeIdleConnections()
    await closed[0]
    answerSlow('at last;')
    await lent.received((text) => text.includes('at last;'))
    await closed[1]
  })

  it.each([
    ['it is closed', () => server.closeIdleConnections()],
    ['a response closes it', (socket: Socket) => socket.write('GET /last HTTP/1.1\r\nhost: x\r\n\r\n')],
  ])('is gone once %s, also where the client keeps its side open', async (_what, close) => {
    const { socket, received } = await open({ allowHalfOpen: true })
    socket.write(`${head(1)}1`)
    await received((text) => text.includes('heard 1;'))
    const ended = once(socket, 'end')
    close(socket)
    await ended
    const countConnections = promisify(server.getConnections.bind(server))
    while ((await countConnections()) > 0) await setImmediate()
    socket.destroy()
  })

  it('is closed soon where it says nothing, and kept where it has spoken', async () => {
    const impatient = new FastLane(0, 'http://test', {
      ...HTTP_OPTIONS,
      headersTimeout: 3_000,
      connectionsCheckingInterval: 100,
    }).serverFactory((_request, response) => void response.end('left;'), {})
    impatient.listen({ host: '127.0.0.1', port: 0 })
    await once(impatient, 'listening')
    const spoken = await open({ server: impatient })
    spoken.socket.write('GET /elsewhere HTTP/1.1\r\nhost: x\r\n\r\n')
    await spoken.received((text) => count(text, 'left;') === 1)
    const silent = await open({ server: impatient })
    await once(silent.socket, 'close')
    spoken.socket.write('GET /elsewhere HTTP/1.1\r\nhost: x\r\n\r\n')
    await spoken.received((text) => count(text, 'left;') === 2)
    impatient.closeAllConnections()
    impatient.close()
  })
})

function head(length: number, type = 'application/json'): string {
  return `POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`
}

function count(text: string, part: string): number {
  return text.split(part).length - 1
}

async function open(options: { allowHalfOpen?: boolean; server?: Server } = {}) {
  const { server: at = server, ...of_socket } = options
  const address = at.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens nowhere')
  const socket = connect({ host: '127.0.0.1', port: address.port, ...of_socket })
  socket.setNoDelay(true).setEncoding('utf8')
  await once(socket, 'connect')
  let text = ''
  socket.on('data', (chunk: string) => {
    text += chunk
  })
  const received = async (isThere: (text: string) => boolean) => {
    while (!isThere(text)) await once(socket, 'data')
    return text
  }
  return { socket, received }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await setImmediate()
}

/** Resolves once the server has read everything sent so far: it then answers another connection's request. */
async function onceTaken(sent: Socket): Promise<void> {
  while (sent.writableLength > 0) await once(sent, 'drain')
  const { socket, received } = await open()
  socket.write('GET /elsewhere HTTP/1.1\r\nhost: x\r\n\r\n')
  await received((text) => text.includes('left;'))
  left = left.filter((url) => url !== '/elsewhere')
  socket.destroy()
}
