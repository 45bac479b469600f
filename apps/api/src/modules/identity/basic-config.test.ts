import { basicConfig } from '@adtally/contract/identity/identity.ts'
import { afterAll, expect, test } from 'vitest'
import { identityProgram } from '../../testing/worlds/identity-program.ts'

const program = await identityProgram()
afterAll(() => program.close())

test('says what the app needs before anybody signs in', async () => {
  const { code, data } = await program.call(basicConfig, { lang: 'en' })
  expect(code).toBe(200)
  expect(data).toMatchObject({
    customer_service_url: '/guest-chat',
    customer_service_url_type: 1,
    brand_name: 'Adtally',
    mode: 'sandbox',
    clock_offset_ms: 0,
    plan_amount_min: '10.00',
    plan_amount_max: '5000.00',
    beneficiary_wait_ms: 86_400_000,
    no_delivery_limit_ms: 259_200_000,
    publisher_hold_ms: 5_184_000_000,
    level_window_ms: 7_776_000_000,
    level_spends: ['500.00', '2000.00', '10000.00', '50000.00'],
  })
})

test('offers complete languages only, each source code once', async () => {
  const { data } = await program.call(basicConfig, {})
  expect(data.client_language_map.map(({ target }) => target)).toEqual(
    expect.arrayContaining(['en', 'zh-Hans']),
  )
  const sources = data.client_language_map.flatMap(({ source }) => source.split(','))
  expect(new Set(sources).size).toBe(sources.length)
})

test('shows how far the clock was advanced', async () => {
  await program.advance(86_400_000)
  expect((await program.call(basicConfig, {})).data.clock_offset_ms).toBe(86_400_000)
})

test.each([
  [{ lang: 'x'.repeat(36) }, 'lang', 'field_invalid'],
  [{ other: '1' }, 'other', 'field_unknown'],
])('%j is 400', async (query, field, reason) => {
  const url = `${program.services.settings.base_path}${basicConfig.path}?${new URLSearchParams(Object.entries(query))}`
  const { body } = await program.server.inject({ method: 'GET', url })
  expect(JSON.parse(body)).toMatchObject({ code: 400, data: { reason, field } })
})
