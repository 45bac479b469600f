import { once } from 'node:events'
import { connect } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { logout, userInfoCall } from '@adtally/contract/identity/identity.ts'
import { CHAT_SOCKET_PATH, SOCKET_UNAUTHORIZED } from '@adtally/contract/service/chat-socket.ts'
import { chatSend } from '@adtally/contract/service/service.ts'
import fc from 'fast-check'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { Office } from '../../../demo/office.ts'
import { ChatClient, type ClientFaults } from '../../../testing/chat-client.ts'
import { FaultProxy } from '../../../testing/servers/fault-proxy.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { type BuiltCustomer, buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import { serviceModule } from '../index.ts'
import { messagesBefore } from './chat.repository.ts'

let proxy: FaultProxy
let customer: BuiltCustomer
const clients: ChatClient[] = []

const p = await testProgram()
afterAll(() => p.close())
await p.server.listen({ port: 0, host: '127.0.0.1' })
const address = p.server.server.address()
const port = typeof address === 'object' && address ? address.port : 0
beforeEach(async () => {
  proxy = await FaultProxy.before(port)
  customer = await buildCustomer(p.services)
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.stop()
  await proxy.close()
})

async function open(faults: ClientFaults = {}): Promise<ChatClient> {
  const client = new ChatClient(p, proxy.port, customer.token, faults)
  clients.push(client)
  client.start()
  await expect.poll(() => client.is_live).toBe(true)
  return client
}

async function answer(text: string): Promise<void> {
  const { maker } = await buildStaff(p.services)
  const verb = serviceModule.verbs?.find(({ name }) => name === 'answer-chat')
  await verb?.run(p.services, maker, { customer: customer.username, text })
}

/** Stored messages, oldest first. */
async function stored() {
  const rows = await p.system((tx) => messagesBefore(tx, customer.customer_id, { limit: 1_000 }))
  return rows.toReversed()
}

async function isInStep(client: ChatClient): Promise<void> {
  const seen = (read_at: Date | string | null) => read_at !== null
  const shown = async () => {
    const kept = (await stored()).map(({ text, read_at }) => ({ text, seen: seen(read_at) }))
    const told = client.texts.map((text, index) => ({
      text,
      seen: seen(client.chat.messages[index]?.read_at ?? null),
    }))
    return { kept, told }
  }
  await expect.poll(shown).toSatisfy(({ kept, told }) => isDeepStrictEqual(kept, told))
}

/** The status line for a socket request from a page of `origin`. */
async function askedFrom(origin: string | null): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port })
  const head = [
    `GET ${p.services.settings.base_path}${CHAT_SOCKET_PATH} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...(origin === null ? [] : [`Origin: ${origin}`]),
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const [bytes] = await once(socket, 'data')
  socket.destroy()
  return String(bytes).split('\r\n')[0] ?? ''
}

describe('the chat’s socket', () => {
  test.each([
    ['another site', 'https://evil.example', '404 Not Found'],
    ['another port of this host', 'http://127.0.0.1:1', '404 Not Found'],
    ['a page without an origin', 'null', '404 Not Found'],
    ['the app', 'its own', '101 Switching Protocols'],
    ['the public origin', 'the public one', '101 Switching Protocols'],
    ['no page at all', null, '101 Switching Protocols'],
  ])('asked for by %s [proof 257]', async (_who, origin, answered) => {
    const own = new Map([
      ['its own', `http://127.0.0.1:${port}`],
      ['the public one', p.services.settings.public_origin],
    ])
    expect(await askedFrom(own.get(origin ?? '') ?? origin)).toBe(`HTTP/1.1 ${answered}`)
  })

  test('tells messages and read marks both ways, on every tab', async () => {
    const first = await open()
    const second = await open()
    await first.send('a question')
    await answer('an answer')
    await isInStep(first)
    await isInStep(second)
    expect(second.chat.messages.map(({ author, read_at }) => [author, read_at !== null])).toEqual([
      ['customer', true],
      ['service', false],
    ])
  })

  test('tells what came while it was away, once, in order; control: trusting one’s own revision loses it', async () => {
    const away = async (faults: ClientFaults) => {
      const client = await open(faults)
      await client.send('first')
      await expect.poll(() => client.chat.revision).toBeGreaterThan(0)
      client.stop()
      await answer('while away')
      // Sent by the HTTP call, as the socket is closed.
      await client.send('second')
      client.start()
      await expect.poll(() => client.is_live).toBe(true)
      return client
    }
    const client = await away({})
    await isInStep(client)
    expect(client.texts).toEqual(['first', 'while away', 'second'])
    customer = await buildCustomer(p.services)
    const faulty = await away({ trusts_own_revision: true })
    expect(faulty.texts).toEqual(['first', 'second'])
  })

  test('keeps a message once whose answer was lost; control: another id for each try doubles it', async () => {
    const lostAnswer = async (faults: ClientFaults) => {
      const client = await open(faults)
      proxy.swallowAnswers(true)
      const sent = client.send('said once')
      await expect.poll(stored).toHaveLength(1)
      proxy.cut()
      proxy.swallowAnswers(false)
      await sent
      client.wake()
      await isInStep(client)
      return client.texts
    }
    expect(await lostAnswer({})).toEqual(['said once'])
    customer = await buildCustomer(p.services)
    expect(await lostAnswer({ new_id_each_try: true })).toEqual(['said once', 'said once'])
  })

  test('catches up by what fits through a line that is always cut after a few thousand bytes [proof 1457]', async () => {
    const client = await open()
    proxy.limit(() => ({ up: 1_600, down: 6_000 }))
    proxy.cut()
    for (let round = 0; round < 60; round += 1) await answer(`answer ${round}`)
    const impatient = setInterval(() => client.wake(), 20)
    await isInStep(client)
    clearInterval(impatient)
    expect(client.texts).toHaveLength(60)
  })

  test('stays in step however often it is cut in the middle of a frame', async () => {
    const [budgets = []] = fc.sample(
      fc.array(
        fc.record({ up: fc.integer({ min: 700, max: 1_600 }), down: fc.integer({ min: 500, max: 9_000 }) }),
        {
          minLength: 100,
          maxLength: 100,
        },
      ),
      { numRuns: 1, seed: 20_261_121 },
    )
    let taken = 0
    proxy.limit(() => ({ ...(budgets[taken++ % budgets.length] ?? { up: 900, down: 2_000 }) }))
    const client = new ChatClient(p, proxy.port, customer.token)
    clients.push(client)
    client.start()
    const impatient = setInterval(() => client.wake(), 20)
    for (let round = 0; round < 40; round += 1) {
      await Promise.all([
        client.send(`question ${round}`),
        client.send(`and another ${round}`),
        answer(`answer ${round}`),
      ])
    }
    await isInStep(client)
    clearInterval(impatient)
    expect(client.chat.messages).toHaveLength(120)
    expect(new Set(client.texts).size).toBe(120)
    expect(proxy.cuts).toBeGreaterThan(10)
  })
})

/** A socket without the app's client: the frames it received, and its close code. */
async function rawSocket(
  ...frames: unknown[]
): Promise<{ told: unknown[]; socket: WebSocket; code: Promise<number> }> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${p.services.settings.base_path}${CHAT_SOCKET_PATH}`)
  const told: unknown[] = []
  socket.addEventListener('message', ({ data }) => told.push(JSON.parse(String(data))))
  const code = new Promise<number>((resolve) =>
    socket.addEventListener('close', (event) => resolve(event.code)),
  )
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  for (const frame of frames) socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  return { told, socket, code }
}

const hello = (token: string) => ({ type: 'hello', token, after: 0, language: 'en' })

describe('who may listen', () => {
  test('a socket that does not say who it is first, or says it wrongly, is closed and told nothing', async () => {
    const message = { request_id: newId(), text: 'x' }
    const wrong = [
      [{ type: 'send', message }],
      ['no frame'],
      [{ type: 'hello' }],
      [hello(customer.token), '{}'],
    ]
    for (const frames of wrong) expect(await (await rawSocket(...frames)).code).toBe(1008)
    const stranger = await rawSocket(hello('A'.repeat(43)))
    expect(await stranger.code).toBe(SOCKET_UNAUTHORIZED)
    expect(stranger.told).toEqual([])
  })

  test('nobody is told of another customer’s chat', async () => {
    const other = await buildCustomer(p.services)
    const { told, socket } = await rawSocket(hello(other.token))
    // One or more: changes from before the hello may arrive late.
    await expect.poll(() => told).not.toEqual([])
    await p.call(chatSend, { request_id: newId(), text: 'private' }, { token: customer.token })
    await p.call(chatSend, { request_id: newId(), text: 'own' }, { token: other.token })
    await expect.poll(() => JSON.stringify(told)).toContain('own')
    expect(JSON.stringify(told)).not.toContain('private')
    socket.close()
  })

  test('a session that has ended is told no more; control: before it ended it was', async () => {
    const { told, code } = await rawSocket(hello(customer.token))
    // One or more: changes from before the hello may arrive late.
    await expect.poll(() => told).not.toEqual([])
    await answer('before')
    await expect.poll(() => JSON.stringify(told)).toContain('before')
    await p.call(logout, {}, { token: customer.token })
    await answer('after')
    expect(await code).toBe(SOCKET_UNAUTHORIZED)
    expect(JSON.stringify(told)).not.toContain('after"')
  })

  test('nor is one that two of the staff ended with everybody’s [proof 639]', async () => {
    const { told, code } = await rawSocket(hello(customer.token))
    await expect.poll(() => told).not.toEqual([])
    const office = new Office(p.services, p.modules, await buildStaff(p.services))
    await office.decide('end-all-sessions', { reason: 'Tokens may have been copied' })
    // Two notices of the database: who hears of the answer first tells it.
    const isRefused = async () => (await p.call(userInfoCall, {}, { token: customer.token })).data.reason
    await expect.poll(isRefused).toBe('token_expired')
    await answer('after all')
    expect(await code).toBe(SOCKET_UNAUTHORIZED)
    expect(JSON.stringify(told)).not.toContain('after all')
  })

  test('too many frames, or too large a one, close it', async () => {
    const { socket, code } = await rawSocket(hello(customer.token))
    for (let sent = 0; sent < 80; sent += 1) {
      socket.send(JSON.stringify({ type: 'send', message: { request_id: newId(), text: 'quick' } }))
    }
    expect(await code).toBe(4429)
    expect(await (await rawSocket('x'.repeat(20_000))).code).toBe(1009)
  })

  test('a refused message says why, in the language that hello named', async () => {
    const { told, socket } = await rawSocket({ ...hello(customer.token), language: 'zh-Hans' })
    const message = { request_id: newId(), text: '', images: [newId()] }
    socket.send(JSON.stringify({ type: 'send', message }))
    await expect
      .poll(() => told.at(-1))
      .toMatchObject({
        type: 'refused',
        request_id: message.request_id,
        code: 405,
        msg: '有图片已不存在，请重新选择',
        data: { reason: 'file_not_found' },
      })
    socket.close()
  })

  test.each([
    ['half an emoji', 'hi \ud83d'],
    ['a NUL', 'hi \0'],
  ])('a message with %s is refused as the call refuses it, and the socket stays', async (_what, text) => {
    const { told, socket } = await rawSocket(hello(customer.token))
    const message = { request_id: newId(), text }
    const refused = { code: 400, data: { reason: 'field_invalid', field: 'text' } }
    expect(await p.call(chatSend, message, { token: customer.token })).toMatchObject(refused)
    socket.send(JSON.stringify({ type: 'send', message }))
    await expect.poll(() => told.at(-1)).toMatchObject({ type: 'refused', ...refused })
    socket.send(JSON.stringify({ type: 'send', message: { ...message, text: 'hi 😀' } }))
    await expect.poll(() => told).toContainEqual(expect.objectContaining({ type: 'sent' }))
    socket.close()
  })

  test('another protocol asked for elsewhere is answered in this one', async () => {
    const reply = await fetch(`http://127.0.0.1:${port}${p.services.settings.base_path}/faq/list`, {
      headers: { upgrade: 'h2c', connection: 'Upgrade' },
    }).catch(() => null)
    // Some clients refuse to send this header; all that matters is that nothing hangs.
    expect(reply === null || reply.status === 200).toBe(true)
  })
})
