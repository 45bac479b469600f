import { randomBytes } from 'node:crypto'
import { basicConfig } from '@adtally/contract/identity/identity.ts'
import { GUEST_CHAT_PATH, guestList, guestSend } from '@adtally/contract/service/guest.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { schedule } from '../../database/jobs.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { guestThreadsJob } from './guest.ts'
import { serviceModule } from './index.ts'

const p = await testProgram()
afterAll(() => p.close())

const newKey = () => randomBytes(32).toString('base64url')

async function verb(name: string, flags: Record<string, unknown>): Promise<unknown> {
  const { maker } = await buildStaff(p.services)
  return await serviceModule.verbs?.find((one) => one.name === name)?.run(p.services, maker, flags)
}

async function send(guest_key: string, text: string, request_id = newId(), address = '192.0.2.7') {
  const reply = await p.server.inject({
    method: 'POST',
    url: `${p.services.settings.base_path}${guestSend.path}`,
    remoteAddress: address,
    payload: { guest_key, request_id, text },
  })
  return reply.json()
}

const list = async (guest_key: string) => (await p.call(guestList, { guest_key })).data.items

describe('a visitor', () => {
  test('writes, is seen by staff as a guest, answered, and both see what was read', async () => {
    const key = newKey()
    const request_id = newId()
    await send(key, 'Is this network for me?', request_id)
    await send(key, 'Is this network for me?', request_id)
    expect(await list(key)).toMatchObject([{ author: 'guest', read_at: null }])
    const [waiting] = Object(await verb('list-guests', {})).items
    expect(waiting).toMatchObject({ guest: expect.stringMatching(/^guest-\d+$/), waiting: 1 })
    await verb('answer-guest', { guest: waiting.guest, text: 'Tell us what you do.' })
    expect(await list(key)).toMatchObject([
      { author: 'guest', read_at: expect.any(String) },
      { author: 'service', text: 'Tell us what you do.' },
    ])
    expect(Object(await verb('show-guest', { guest: waiting.guest })).items).toMatchObject([
      { author: 'service', read_at: expect.any(Date) },
      { author: 'guest' },
    ])
    expect(await verb('list-guests', {})).toEqual({ items: [], next_cursor: null })
  })

  test('reads no thread without its key; other words under an id are refused', async () => {
    const key = newKey()
    const request_id = newId()
    await send(key, 'private', request_id)
    expect(await list(newKey())).toEqual([])
    expect(await send(key, 'else', request_id)).toMatchObject({ data: { reason: 'request_id_reused' } })
    expect(await send('short', 'x')).toMatchObject({ code: 400, data: { field: 'guest_key' } })
  })

  test('may not fill the queue: not in one thread, nor from one address', async () => {
    const key = newKey()
    const of_thread = []
    for (let index = 0; index < 14; index += 1)
      of_thread.push((await send(key, 'again', newId(), '192.0.2.20')).code)
    expect(of_thread.filter((code) => code === 405)).toHaveLength(2)
    const of_address = []
    for (let index = 0; index < 8; index += 1) {
      of_address.push((await send(newKey(), 'a new one', newId(), '192.0.2.21')).code)
    }
    expect(of_address).toEqual([200, 200, 200, 200, 200, 200, 405, 405])
    expect((await send(newKey(), 'from elsewhere', newId(), '192.0.2.22')).code).toBe(200)
  })

  test('may ask for a lost reply as often as it takes: that is one message', async () => {
    const key = newKey()
    const request_id = newId()
    for (let time = 0; time < 40; time += 1)
      expect(await send(key, 'did it arrive?', request_id, '192.0.2.23')).toMatchObject({ code: 200 })
    expect(await list(key)).toHaveLength(1)
    expect(await send(key, 'and this?', newId(), '192.0.2.23')).toMatchObject({ code: 200 })
  })

  test('reads back to the beginning by cursor, each page’s oldest message first', async () => {
    const key = newKey()
    const written = ['a', 'b', 'c', 'd', 'e']
    for (const text of written) await send(key, text, newId(), '192.0.2.40')
    const pages = []
    for (let cursor: string | undefined, page = 0; page < 10; page += 1) {
      const { data } = await p.call(guestList, { guest_key: key, limit: 2, ...(cursor && { cursor }) })
      pages.push(data.items.map(({ text }) => text))
      if (data.next_cursor === null) break
      cursor = data.next_cursor
    }
    expect(pages).toEqual([['d', 'e'], ['b', 'c'], ['a']])
    const wrong = await p.call(guestList, { guest_key: key, cursor: 'x' })
    expect(wrong).toMatchObject({ code: 400, data: { reason: 'cursor_invalid' } })
  })

  test('is forgotten 30 days after the last word; control: one day before, not yet', async () => {
    const key = newKey()
    await send(key, 'hello', newId(), '192.0.2.30')
    const day_ms = 24 * 60 * 60 * 1000
    for (const [days, left] of [
      [29, 1],
      [2, 0],
    ] as const) {
      await p.system((tx) =>
        schedule(tx, { kind: guestThreadsJob.kind, subject_id: 'periodic', due_at: p.services.clock.now() }),
      )
      await p.advance(days * day_ms)
      await p.system((tx) =>
        schedule(tx, { kind: guestThreadsJob.kind, subject_id: 'periodic', due_at: p.services.clock.now() }),
      )
      await p.drain()
      expect(await list(key)).toHaveLength(left)
    }
  })
})

describe('the visitors’ page', () => {
  test('is where service is when signed out, in the visitor’s language, under a strict policy', async () => {
    const { data } = await p.call(basicConfig, {})
    expect(data).toMatchObject({ customer_service_url: GUEST_CHAT_PATH, customer_service_url_type: 1 })
    const page = await p.server.inject({ url: GUEST_CHAT_PATH, headers: { 'accept-language': 'zh-CN' } })
    expect(page.body).toContain('<html lang="zh-Hans">')
    expect(page.body).toContain('与客服聊天')
    expect(page.body).toContain('class="sandbox"')
    expect(page.body).not.toMatch(/\{\{|style=|onclick=|<script>/)
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    const asked = await p.server.inject({ url: `${GUEST_CHAT_PATH}?lang=en` })
    expect(asked.body).toContain('Chat with customer service')
    for (const name of ['page.js', 'page.css']) {
      const file = await p.server.inject({ url: `${GUEST_CHAT_PATH}/${name}` })
      expect(file.statusCode).toBe(200)
      expect(file.headers['x-content-type-options']).toBe('nosniff')
    }
  })

  test('puts nothing foreign into itself', async () => {
    const { settings } = p.services
    const name = settings.brand.name
    settings.brand.name = '<img src=x onerror=alert(1)>"'
    const page = await p.server.inject({ url: GUEST_CHAT_PATH })
    settings.brand.name = name
    expect(page.body).not.toContain('<img')
  })
})
