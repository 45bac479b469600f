import { DEMO_CODE_PATH, DEMO_PEOPLE_PATH } from '@adtally/contract/demo.ts'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { testServices } from '../testing/servers/test-services.ts'
import { DemoDoor } from './demo-door.ts'

const PERSON = { username: 'robin', nickname: 'Robin', password: 'three words and a number' }

const door = new DemoDoor()

const t = await testServices()
const own = new URL(t.services.settings.public_origin).host
const server = Fastify()
await door.module().plugin?.(t.services, server)
afterAll(async () => {
  await server.close()
  await t.close()
})

const people = (headers: Record<string, string>) => server.inject({ url: DEMO_PEOPLE_PATH, headers })
const code = (headers: Record<string, string>) =>
  server.inject({ method: 'POST', url: DEMO_CODE_PATH, headers })

test('nobody comes in before the demo is ready', async () => {
  expect((await people({ host: own })).json()).toEqual({ people: [] })
  expect((await code({ host: own })).statusCode).toBe(503)
})

test('its own page learns who is there and has a code issued, up to a hundred; another’s gets nothing', async () => {
  let issued = 0
  door.open([PERSON], async () => `CODE-${++issued}`)
  expect((await people({ host: own })).json()).toEqual({ people: [PERSON] })
  for (const headers of [{ host: 'evil.example' }, { host: own, origin: 'http://evil.example' }]) {
    expect((await people(headers)).statusCode).toBe(403)
    expect((await code(headers)).statusCode).toBe(403)
  }
  expect(issued).toBe(0)
  for (let tries = 0; tries < 101; tries += 1) await code({ host: own })
  expect(issued).toBe(100)
  const over = await code({ host: own })
  expect([over.statusCode, over.json()]).toEqual([429, { reason: 'codes_used_up', codes: 100 }])
})
