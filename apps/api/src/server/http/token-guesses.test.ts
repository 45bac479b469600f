import { userInfoCall } from '@adtally/contract/identity/identity.ts'
import { CHAT_SOCKET_PATH, SOCKET_UNAUTHORIZED } from '@adtally/contract/service/chat-socket.ts'
import { IMAGE_PATH } from '@adtally/contract/service/files.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { testSettings } from '../../testing/servers/test-services.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'

const LIMIT = 5
const TRY_LATER = 1013

const settings = testSettings({ RATE_LIMIT_PER_MINUTE: String(LIMIT), TRUST_PROXY: '1' })
const t = await testProgram({ settings })
afterAll(() => t.close())
const token = (await buildCustomer(t.services)).token
const origin = await t.server.listen({ host: '127.0.0.1', port: 0 })

type Answer = 'wrong' | 'too many' | 'good'

const over = (path: string) => async (tried: string, from: string) => {
  const headers = { 'x-ct': tried, 'x-forwarded-for': from }
  const reply = await fetch(`${origin}${t.services.settings.base_path}${path}`, { headers })
  const { data } = JSON.parse(await reply.text())
  if (reply.status === 429) return 'too many'
  return data.reason === 'not_signed_in' ? 'wrong' : 'good'
}

function bySocket(tried: string, from: string): Promise<Answer> {
  const url = `${origin.replace('http', 'ws')}${t.services.settings.base_path}${CHAT_SOCKET_PATH}`
  // Node's WebSocket takes request fields, which the browser's type lacks.
  const socket: WebSocket = Reflect.construct(WebSocket, [url, { headers: { 'x-forwarded-for': from } }])
  socket.addEventListener('open', () =>
    socket.send(JSON.stringify({ type: 'hello', token: tried, after: 0, language: 'en' })),
  )
  return new Promise((resolve, reject) => {
    socket.addEventListener('message', () => {
      resolve('good')
      socket.close()
    })
    socket.addEventListener('close', ({ code }) => {
      if (code === TRY_LATER) resolve('too many')
      else if (code === SOCKET_UNAUTHORIZED) resolve('wrong')
      else reject(new Error(`closed with ${code}`))
    })
  })
}

const WAYS: readonly (readonly [string, string, (tried: string, from: string) => Promise<Answer>])[] = [
  ['a call', '203.0.113.1', over(userInfoCall.path)],
  ['an image', '203.0.113.2', over(`${IMAGE_PATH}/${newId()}`)],
  ['the chat’s socket', '203.0.113.3', bySocket],
]

describe.each(WAYS)('tokens that are tried at %s', (_way, from, tryToken) => {
  test('count by network: beyond the limit nothing is told of them, and another network goes on [proof 538]', async () => {
    const told: Answer[] = []
    for (let tries = 0; tries < LIMIT + 2; tries += 1) {
      told.push(await tryToken(`${tries}`.padStart(43, 'x'), from))
    }
    expect(told).toEqual([...Array(LIMIT).fill('wrong'), 'too many', 'too many'])
    expect(await tryToken('y'.repeat(43), `${from}0`)).toBe('wrong')
    // Strangers on a customer's network can't lock the customer out.
    expect(await tryToken(token, from)).toBe('good')
  })
})
