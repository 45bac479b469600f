import { login, userInfoCall } from '@adtally/contract/identity/identity.ts'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { testServices, testSettings } from '../../testing/servers/test-services.ts'
import { createServer } from '../create-server.ts'
import { RefusalLog } from './refusal-log.ts'

const NETWORK = '203.0.113.7'

/** A log and what was written to it. */
function kept() {
  const lines: Record<string, unknown>[] = []
  const log = pino(
    { level: 'info', base: null, timestamp: false },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  )
  return { log, lines }
}

afterEach(() => {
  vi.useRealTimers()
})

test('frequent refusals are logged once per period, with their count', () => {
  vi.useFakeTimers()
  const { log, lines } = kept()
  const refusals = new RefusalLog(log, { period_ms: 1_000 })
  const refused = { call: 'login', reason: 'credentials_wrong', network: NETWORK } as const
  for (let tried = 0; tried < 3; tried += 1) refusals.note(refused)
  refusals.note({ ...refused, network: '198.51.100.1' })
  expect(lines).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(lines).toMatchObject([
    { ...refused, times: 3, msg: 'a call was refused' },
    { network: '198.51.100.1', times: 1 },
  ])
  vi.advanceTimersByTime(5_000)
  expect(lines).toHaveLength(2)
  refusals.note(refused)
  refusals.stop()
  expect(lines.slice(2)).toMatchObject([{ ...refused, times: 1 }])
})

test('a flood of many kinds writes a line of those that are not told apart', () => {
  const { log, lines } = kept()
  const refusals = new RefusalLog(log, { kinds_max: 2 })
  for (let host = 0; host < 100; host += 1) {
    refusals.note({ call: 'login', reason: 'credentials_wrong', network: `198.51.100.${host}` })
  }
  refusals.stop()
  expect(lines).toHaveLength(3)
  expect(lines[2]).toMatchObject({ level: 40, times: 98 })
})

test('a wrong password, a call without a session, one too many and one that can’t be read are in the log, without what was sent', async () => {
  const { log, lines } = kept()
  const t = await testServices({ settings: testSettings({ RATE_LIMIT_PER_MINUTE: '40' }), log })
  const server = await createServer(t.services, t.modules)
  const address = (path: string) => `${t.services.settings.base_path}${path}`
  const from = { remoteAddress: NETWORK }
  const credentials = { username: 'canary-of-a-name', password: 'canary-of-a-password' }
  for (let tried = 0; tried < 3; tried += 1) {
    await server.inject({ method: 'POST', url: address(login.path), payload: credentials, ...from })
  }
  await server.inject({ method: 'GET', url: address(userInfoCall.path), ...from })
  const headers = { 'content-type': 'application/json' }
  await server.inject({ method: 'POST', url: address(login.path), payload: '{"canary', headers, ...from })
  await server.close()
  await t.close()
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        call: login.name,
        reason: 'credentials_wrong',
        network: NETWORK,
        times: 2,
      }),
      expect.objectContaining({ call: login.name, reason: 'too_many_requests', times: 1 }),
      expect.objectContaining({ call: userInfoCall.name, reason: 'not_signed_in', times: 1 }),
      expect.objectContaining({ call: address(login.path), reason: 'body_malformed', times: 1 }),
    ]),
  )
  expect(JSON.stringify(lines)).not.toContain('canary')
})
