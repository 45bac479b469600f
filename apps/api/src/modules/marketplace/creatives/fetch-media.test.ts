import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Refusal } from '../../../lib/refusal.ts'
import { tlsCertificate } from '../../../testing/servers/tls-certificate.ts'
import { type FetchBounds, fetchMedia } from './fetch-media.ts'

const PICTURE = Buffer.from('a picture’s bytes')
const TESTED: FetchBounds = { bytes_max: 1_000, time_max_ms: 10_000, asks_this_machine: true }
const LIVE: FetchBounds = { ...TESTED, asks_this_machine: false }

async function served(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = addressOf(server.address())
  return port
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address
}

/** The test's own server: its origin, and the requests it received. */
async function site(answer: RequestListener): Promise<{ origin: string; port: number; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, reply) => {
    asked.push(`${request.headers.host} ${request.url}`)
    answer(request, reply)
  })
  onTestFinished(() => server.closeAllConnections())
  const port = await served(server)
  return { origin: `http://127.0.0.1:${port}`, port, asked }
}

async function outcomeOf(url: string, bounds: FetchBounds): Promise<string> {
  return await fetchMedia(url, bounds).then(
    () => 'fetched',
    (error: unknown) => (error instanceof Refusal ? error.reason : Promise.reject(error)),
  )
}

const sendPicture: RequestListener = (_request, reply) => {
  reply.writeHead(200, { 'content-type': 'Image/PNG; charset=binary' }).end(PICTURE)
}

const redirectTo =
  (location: string): RequestListener =>
  (_request, reply) => {
    reply.writeHead(302, { location }).end()
  }

test('gives the bytes, and what the server says that they are', async () => {
  const { origin, asked } = await site(sendPicture)
  expect(await fetchMedia(`${origin}/a?b=c#d`, TESTED)).toEqual({
    content: PICTURE,
    stated_type: 'image/png',
  })
  expect(asked).toEqual([`${new URL(origin).host} /a?b=c`])
})

describe('an address that only this network can ask is not asked', () => {
  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://0/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[fd00:ec2::254]/',
    'https://100.64.0.1/',
    'https://224.0.0.1/',
  ])('%s [proof 281]', async (url) => {
    expect(await outcomeOf(url, LIVE)).toBe('url_address_not_public')
  })

  test('by a name either, whichever of its addresses it is; control: one that is this machine’s is, where tests may', async () => {
    const { port, asked } = await site(sendPicture)
    const url = `http://pictures.example:${port}/`
    const leading = (...addresses: string[]): FetchBounds => ({ ...TESTED, resolve: async () => addresses })
    expect(await outcomeOf('https://localhost/', LIVE)).toBe('url_address_not_public')
    expect(await outcomeOf(url, leading('10.0.0.1'))).toBe('url_address_not_public')
    expect(await outcomeOf(url, leading('127.0.0.1', '192.168.0.1'))).toBe('url_address_not_public')
    expect(asked).toEqual([])
    expect(await outcomeOf(url, leading('127.0.0.1'))).toBe('fetched')
    expect(asked).toEqual([`pictures.example:${port} /`])
  })

  test('by a redirection either, and nothing but the web is', async () => {
    const outcomes = []
    for (const location of ['http://10.0.0.1/', 'http://[::ffff:127.0.0.1]/', 'http://169.254.169.254/']) {
      outcomes.push(await outcomeOf((await site(redirectTo(location))).origin, TESTED))
    }
    expect(new Set(outcomes)).toEqual(new Set(['url_address_not_public']))
    for (const location of [
      'ftp://pictures.example/',
      'file:///etc/passwd',
      'http://a:b@127.0.0.1/',
      'http://',
    ]) {
      expect(await outcomeOf((await site(redirectTo(location))).origin, TESTED)).toBe('url_not_allowed')
    }
  })
})

test('a name is looked up once, and the connection is to what it led to then [proof 282]', async () => {
  const { port, asked } = await site(sendPicture)
  const answers = [['127.0.0.1'], ['10.0.0.1']]
  let look_ups = 0
  const resolve = async () => answers[look_ups++] ?? []
  // No other resolver knows this name, so a second look-up would not reach the server.
  expect(await outcomeOf(`http://pictures.invalid:${port}/`, { ...TESTED, resolve })).toBe('fetched')
  expect([look_ups, asked]).toEqual([1, [`pictures.invalid:${port} /`]])
  expect(await outcomeOf(`http://pictures.invalid:${port}/`, { ...TESTED, resolve })).toBe(
    'url_address_not_public',
  )
  expect(asked).toHaveLength(1)
})

describe('outside of tests', () => {
  test.each([
    'http://pictures.example/a.png',
    'https://pictures.example:8443/a.png',
    'https://ann@pictures.example/a.png',
    'https://ann:secret@pictures.example/a.png',
    'ftp://pictures.example/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    '//pictures.example/a.png',
    'pictures',
  ])('%s is not allowed', async (url) => {
    const resolve = () => Promise.reject(new Error('was looked up'))
    expect(await outcomeOf(url, { ...LIVE, resolve })).toBe('url_not_allowed')
  })
})

test('a server is believed by its certificate, for the name that was asked', async () => {
  const { key, cert } = await tlsCertificate('pictures.example')
  const server = createSecureServer({ key, cert }, (request, reply) => {
    if (request.url === '/down') redirectTo('http://pictures.example/')(request, reply)
    else sendPicture(request, reply)
  })
  const port = await served(server)
  const bounds: FetchBounds = {
    ...TESTED,
    resolve: async () => ['127.0.0.1'],
    certificate_authority: cert,
  }
  expect(await outcomeOf(`https://pictures.example:${port}/`, bounds)).toBe('fetched')
  expect(await outcomeOf(`https://others.example:${port}/`, bounds)).toBe('url_unreachable')
  const { certificate_authority: _, ...trusting_node } = bounds
  expect(await outcomeOf(`https://pictures.example:${port}/`, trusting_node)).toBe('url_unreachable')
  expect(await outcomeOf(`https://pictures.example:${port}/down`, bounds)).toBe('url_not_allowed')
})

describe('is bounded', () => {
  test('in redirections: three are followed, a fourth is not', async () => {
    const { origin } = await site((request, reply) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) sendPicture(request, reply)
      else redirectTo(`/${left - 1}`)(request, reply)
    })
    expect(await outcomeOf(`${origin}/3`, TESTED)).toBe('fetched')
    expect(await outcomeOf(`${origin}/4`, TESTED)).toBe('url_redirects_too_many')
  })

  test('in bytes, whatever the server says of them', async () => {
    const send = (bytes: number, headers: Record<string, string> = {}) =>
      site((_request, reply) => void reply.writeHead(200, headers).end(Buffer.alloc(bytes)))
    expect(await outcomeOf((await send(1_000)).origin, TESTED)).toBe('fetched')
    expect(await outcomeOf((await send(1_001)).origin, TESTED)).toBe('url_too_large')
    const chunked = await send(1_001, { 'transfer-encoding': 'chunked' })
    expect(await outcomeOf(chunked.origin, TESTED)).toBe('url_too_large')
    const endless = await site((_request, reply) => {
      reply.writeHead(200)
      const more = setInterval(() => reply.write(Buffer.alloc(100)), 1)
      reply.on('close', () => clearInterval(more))
    })
    expect(await outcomeOf(endless.origin, TESTED)).toBe('url_too_large')
    const packed = await send(10, { 'content-encoding': 'gzip' })
    expect(await outcomeOf(packed.origin, TESTED)).toBe('url_content_differs')
  })

  test('in time, for all of it: a name, an answer, each byte', async () => {
    const short = { ...TESTED, time_max_ms: 300 }
    const silent = await site(() => {})
    expect(await outcomeOf(silent.origin, short)).toBe('url_too_slow')
    const dripping = await site((_request, reply) => {
      reply.writeHead(200)
      const more = setInterval(() => reply.write('x'), 20)
      reply.on('close', () => clearInterval(more))
    })
    expect(await outcomeOf(dripping.origin, short)).toBe('url_too_slow')
    const resolve = () => new Promise<string[]>(() => {})
    expect(await outcomeOf('http://pictures.example/', { ...short, resolve })).toBe('url_too_slow')
  })

  test('by what the web says: nothing there, nobody there, an answer that is cut short', async () => {
    const missing = await site((_request, reply) => void reply.writeHead(404).end(PICTURE))
    expect(await outcomeOf(missing.origin, TESTED)).toBe('url_unreachable')
    const cut = await site((_request, reply) => {
      reply.writeHead(200, { 'content-length': '100' })
      reply.write('x', () => reply.destroy())
    })
    expect(await outcomeOf(cut.origin, TESTED)).toBe('url_unreachable')
    const lost = await site((_request, reply) => void reply.writeHead(302).end())
    expect(await outcomeOf(lost.origin, TESTED)).toBe('url_unreachable')
    const resolve = () => Promise.reject(new Error('ENOTFOUND'))
    expect(await outcomeOf('http://pictures.example/', { ...TESTED, resolve })).toBe('url_unreachable')
  })
})
