import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import type { WireReply } from '../../lib/lane.ts'
import { createLog } from '../log.ts'
import { AccessLog } from './access-log.ts'

const CANARY = 'canary-7f3a'

/** An access log and the lines it has written. */
function kept(is_on = true) {
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => void lines.push(JSON.parse(line))
  return { access: new AccessLog(createLog({ log_level: 'info' }, { write }), is_on), lines }
}

/** Sends a route on the lane so many requests, each with this reply. */
function ask(access: AccessLog, times: number, reply: WireReply): void {
  const { handle } = access.told({
    method: 'GET',
    path: '/decision',
    handle: (_request, answer) => answer(reply),
  })
  for (let asked = 0; asked < times; asked += 1) {
    const request = {
      key: '',
      request_id: newId(),
      headers: { cookie: CANARY },
      query: CANARY,
      address: '2001:db8::7',
      body: CANARY,
    }
    handle(request, () => {})
  }
}

test('what comes each second is told once in a thousand, and says so; what fails always', () => {
  const { access, lines } = kept()
  ask(access, 2_500, { status: 200, headers: [], body: 'chosen' })
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatchObject({ call: '/decision', status: 200, bytes: 6, sampled_of: 1_000 })
  ask(access, 3, { status: 503, headers: [], body: '' })
  expect(lines.slice(3).map(({ status }) => status)).toEqual([503, 503, 503])
})

test('a pixel is as frequent, though it is routed', async () => {
  const { access, lines } = kept()
  const server = Fastify({ genReqId: () => newId() })
  server.addHook('onResponse', async (request, reply) => access.tellRouted(request, reply, 0))
  server.get('/delivery/v1/pixel', async () => '')
  for (let asked = 0; asked < 3; asked += 1) await server.inject({ url: '/delivery/v1/pixel' })
  await server.close()
  expect(lines).toMatchObject([{ call: '/delivery/v1/pixel', sampled_of: 1_000 }])
})

test('a line holds nothing of what was sent, and of the address the network alone', async () => {
  const { access, lines } = kept()
  ask(access, 1, { status: 200, headers: [], body: '' })
  const server = Fastify({ genReqId: () => newId() })
  server.addHook('onResponse', async (request, reply) => access.tellRouted(request, reply, 0))
  server.get('/files/:id', async () => 'a file')
  await server.inject({ url: `/files/${CANARY}?q=${CANARY}`, headers: { 'x-ct': CANARY } })
  await server.inject({ url: `/${CANARY}` })
  await server.close()
  expect(lines).toMatchObject([
    { network: '2001:db8:0:0::/64' },
    { method: 'GET', call: '/files/:id', status: 200, bytes: 6, request_id: expect.any(String) },
    { call: 'none', status: 404 },
  ])
  expect(JSON.stringify(lines)).not.toContain(CANARY)
})

test('switched off it tells nothing, not even what fails: that has a line of its own', () => {
  const { access, lines } = kept(false)
  ask(access, 3, { status: 500, headers: [], body: '' })
  expect(lines).toEqual([])
})
