import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FastLane, HTTP_OPTIONS } from './fast-lane.ts'

const BODY_BYTES_MAX = 100

let server: Server
let heard: string[] = []
let left: string[] = []

beforeAll(async () => {
  const lane = new FastLane(false, HTTP_OPTIONS)
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

function head(length: number, type = 'application/json'): string {
  return `POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`
}

function count(text: string, part: string): number {
  return text.split(part).length - 1
}

async function open() {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens nowhere')
  const socket = connect({ host: '127.0.0.1', port: address.port })
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

/** Until the server has read everything that was sent so far: it answers an ordinary request of another connection. */
async function onceTaken(sent: Socket): Promise<void> {
  while (sent.writableLength > 0) await once(sent, 'drain')
  const { socket, received } = await open()
  socket.write('GET /elsewhere HTTP/1.1\r\nhost: x\r\n\r\n')
  await received((text) => text.includes('left;'))
  left = []
  socket.destroy()
}
