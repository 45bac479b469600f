import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FastLane, HTTP_OPTIONS } from './fast-lane.ts'

const BODY_BYTES_MAX = 100

let server: Server
let heard: string[] = []
let left: string[] = []
/** Answers what was left for the router at `/slow`. */
let answerSlow: (body: string) => void = () => {}
let aborted = 0

beforeAll(async () => {
  const lane = new FastLane(0, HTTP_OPTIONS)
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
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  heard = []
  left = []
  aborted = 0
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

  it('leaves what is too large, chunked or no text to the router, body and all', async () => {
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

describe('a connection of the lane', () => {
  // The HTTP server writes the names of its fields with a capital letter, the lane without.
  const OWN = 'connection: keep-alive'
  const SERVERS = 'Connection: keep-alive'

  it('is lent for what is the router’s, and comes back', async () => {
    const { socket, received } = await open()
    socket.write(`${head(1)}1`)
    await received((text) => count(text, OWN) === 1)
    socket.write('GET /elsewhere HTTP/1.1\r\nhost: x\r\n\r\n')
    await received((text) => count(text, SERVERS) === 1 && text.includes('left;'))
    socket.write(`${head(1)}2`)
    await received((text) => count(text, OWN) === 2)
    socket.write(`${head(2).replace('/echo', '/unread')}{}`)
    await received((text) => count(text, SERVERS) === 2 && count(text, 'left;') === 2)
    socket.write(`${head(1)}3`)
    await received((text) => count(text, OWN) === 3)
    expect({ heard, left }).toEqual({ heard: ['1', '2', '3'], left: ['/elsewhere', '/unread'] })
    socket.destroy()
  })

  it('holds what comes while it is lent, and goes on in order', async () => {
    const { socket, received } = await open()
    socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n')
    await until(() => left.length === 1)
    socket.write(`${head(1)}1`)
    await onceTaken(socket)
    expect(heard).toEqual([])
    answerSlow('x'.repeat(1_000_000))
    const text = await received((all) => all.includes('heard 1;'))
    expect(text.indexOf('heard 1;')).toBeGreaterThan(1_000_000)
    socket.destroy()
  })

  it('is given over with the first byte of what is not plain, and stays there', async () => {
    const { socket, received } = await open()
    socket.write(`${head(1)}1`)
    await received((text) => count(text, OWN) === 1)
    socket.write('GET /elsewhere HTTP/1.1\r\nhost: x\r\n\r\n')
    await received((text) => count(text, SERVERS) === 1)
    socket.write('GET /else')
    await onceTaken(socket)
    socket.write('where HTTP/1.1\r\nhost: x\r\n\r\n')
    await received((text) => count(text, SERVERS) === 2)
    socket.write(`${head(1)}2`)
    await received((text) => count(text, SERVERS) === 3 && text.includes('heard 2;'))
    socket.destroy()
  })

  it('tells the router where nobody waits for its answer any more', async () => {
    const { socket } = await open()
    socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n')
    await until(() => left.length === 1)
    socket.destroy()
    await until(() => aborted === 1)
  })

  it('is closed where it is idle, and after its answer where it is not', async () => {
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
    const impatient = new FastLane(0, { ...HTTP_OPTIONS, headersTimeout: 3_000 }).serverFactory(
      (_request, response) => void response.end('left;'),
      {},
    )
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

  it('writes a reply as RFC 9112 has it, with its date', async () => {
    const { socket, received } = await open()
    socket.write(`${head(1)}1`)
    await received((text) => text.includes('heard 1;'))
    expect(
      await received((text) => /\r\ndate: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT\r\n/.test(text)),
    ).toContain('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n')
    socket.destroy()
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

/** Until the server has read everything that was sent so far: it answers an ordinary request of another connection. */
async function onceTaken(sent: Socket): Promise<void> {
  while (sent.writableLength > 0) await once(sent, 'drain')
  const { socket, received } = await open()
  socket.write('GET /elsewhere HTTP/1.1\r\nhost: x\r\n\r\n')
  await received((text) => text.includes('left;'))
  left = left.filter((url) => url !== '/elsewhere')
  socket.destroy()
}
