import { login, userInfoCall } from '@adtally/contract/identity/identity.ts'
import { register } from '@adtally/contract/identity/registration.ts'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildCode, buildCustomer, registrationForm } from '../../../testing/worlds/build-customer.ts'
import { forgetTries, identityProgram } from '../../../testing/worlds/identity-program.ts'

const program = await identityProgram({ real_hashes: true })
const customer = await buildCustomer(program.services, { language: 'zh-Hans' })
beforeEach(() => forgetTries(program.db))
afterAll(() => program.close())

function signIn(username: unknown, password: unknown, headers: Record<string, string> = {}) {
  return program.server
    .inject({
      method: 'POST',
      url: `${program.services.settings.base_path}${login.path}`,
      payload: { username, password },
      headers,
    })
    .then(({ statusCode, body }) => ({ status: statusCode, body, ...JSON.parse(body) }))
}

async function setStatus(customer_id: string, status: string) {
  await program.db.asOwner('update identity.customers set status = $2 where customer_id = $1', [
    customer_id,
    status,
  ])
}

describe('signing in', () => {
  test('with the username in any case, or the e-mail address', async () => {
    const names = [customer.username, customer.username.toUpperCase(), `${customer.username}@example.com`]
    for (const name of names) {
      const { code, data } = await signIn(name, customer.password)
      expect(code).toBe(200)
      expect(data.user.customer_id).toBe(customer.customer_id)
      expect((await program.call(userInfoCall, {}, { token: data.token })).code).toBe(200)
    }
  })

  test('a password composed in another way is the same password', async () => {
    const composed = await buildCustomer(program.services, { password: 'ein schönes Café'.normalize('NFC') })
    expect((await signIn(composed.username, composed.password.normalize('NFD'))).code).toBe(200)
  })

  test('another case, a part, a longer one or one with a space more is another password', async () => {
    const own = 'Quiet River 7 Stones'
    const { username } = await buildCustomer(program.services, { password: own })
    const others = [
      own.toLowerCase(),
      own.toUpperCase(),
      `q${own.slice(1)}`,
      own.slice(0, -1),
      `${own}s`,
      ` ${own}`,
      `${own} `,
      own.replaceAll(' ', ''),
    ]
    for (const other of others) {
      expect((await signIn(username, other)).data.reason, other).toBe('credentials_wrong')
    }
    expect((await signIn(username, own)).code).toBe(200)
  })

  test.each([64, 128, 200])(
    'a password of %i characters is taken, and counts to its last one',
    async (length) => {
      const own = 'quiet river stones under seven bridges; '.repeat(5).slice(0, length - 1)
      const { licence_code } = await buildCode(program.services)
      const form = registrationForm(licence_code, { password: `${own}a` })
      expect((await program.call(register, form)).code).toBe(200)
      expect((await signIn(form.username, `${own}b`)).data.reason).toBe('credentials_wrong')
      expect((await signIn(form.username, own)).data.reason).toBe('credentials_wrong')
      expect((await signIn(form.username, `${own}a`)).code).toBe(200)
    },
  )

  test.each([
    ['username', undefined, 'field_required'],
    ['username', '', 'field_required'],
    ['username', 5, 'field_invalid'],
    ['username', 'u'.repeat(255), 'field_too_long'],
    ['password', undefined, 'field_required'],
    ['password', null, 'field_required'],
    ['password', [], 'field_invalid'],
    ['password', 'p'.repeat(201), 'field_too_long'],
  ])('%s %j is %s [proof 62]', async (field, value, reason) => {
    const form = { username: 'somebody', password: 'something', [field]: value }
    expect(await signIn(form.username, form.password)).toMatchObject({ code: 400, data: { reason, field } })
  })
})

describe('who has an account', () => {
  test('does not show in the body', async () => {
    const known = await signIn(customer.username, 'not the password')
    const unknown = await signIn('nobody-here', 'not the password')
    expect(known.data.reason).toBe('credentials_wrong')
    expect(unknown.body).toBe(known.body)
  })

  test('does not show in the work done: both check one hash', async () => {
    const verify = vi.spyOn(program.services.identity.hasher, 'verify')
    await signIn(customer.username, 'not the password')
    await signIn('nobody-here', 'not the password')
    expect(verify.mock.calls.map(([hash]) => hash === null)).toEqual([false, true])
    verify.mockRestore()
  })

  test('does not show in the time: medians within a half of each other', { retry: 2 }, async () => {
    const { hasher } = program.services.identity
    const hash = await hasher.hash('the password')
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let round = 0; round < 15; round += 1) {
      for (const [kind, against] of [
        ['known', hash],
        ['unknown', null],
      ] as const) {
        const started = performance.now()
        await hasher.verify(against, 'not the password')
        times[kind].push(performance.now() - started)
      }
    }
    const median = (list: number[]) => list.toSorted((a, b) => a - b)[7] ?? 0
    const ratio = median(times.unknown) / median(times.known)
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })

  test('does not show in the limit: both are slowed after ten failures from one address', async () => {
    for (const name of [customer.username, 'nobody-here']) {
      const reasons = []
      for (let tries = 0; tries < 11; tries += 1) reasons.push((await signIn(name, 'wrong one')).data.reason)
      expect(reasons).toEqual([...Array.from({ length: 10 }, () => 'credentials_wrong'), 'too_many_requests'])
    }
    const right = await signIn(customer.username, customer.password)
    expect(right).toMatchObject({
      code: 400,
      data: { reason: 'too_many_requests', deadline: expect.any(String) },
    })
    await program.advance(15 * 60_000)
    expect((await signIn(customer.username, customer.password)).code).toBe(200)
  })

  test('right passwords never count', async () => {
    for (let tries = 0; tries < 12; tries += 1) {
      expect((await signIn(customer.username, customer.password)).code).toBe(200)
    }
  })
})

describe('an account that is not active', () => {
  test('not activated: 402 with its language and no token', async () => {
    const { licence_code } = await buildCode(program.services, { activation: 'by_staff' })
    const form = registrationForm(licence_code)
    await program.server.inject({
      method: 'POST',
      url: `${program.services.settings.base_path}/auth/v2/register`,
      payload: form,
      headers: { 'accept-language': 'zh-CN' },
    })
    const reply = await signIn(form.username, form.password)
    expect(reply).toMatchObject({
      status: 200,
      code: 402,
      data: { reason: 'account_not_activated', lang: 'zh-Hans' },
    })
    expect(reply.data).not.toHaveProperty('restricted_token')
  })

  test.each([
    ['disabled', 403, 'account_disabled'],
    ['cancelled', 404, 'account_cancelled'],
  ])('%s: %i with its language and a restricted token', async (status, code, reason) => {
    const other = await buildCustomer(program.services, { language: 'zh-Hans' })
    await setStatus(other.customer_id, status)
    const reply = await signIn(other.username, other.password)
    expect(reply).toMatchObject({ status: 200, code, data: { reason, lang: 'zh-Hans' } })
    const info = await program.call(userInfoCall, {}, { token: reply.data.restricted_token })
    expect(info.data).toMatchObject({ status })
  })

  test.each(['disabled', 'cancelled', 'not_activated'])(
    '%s: only the right password tells',
    async (status) => {
      const other = await buildCustomer(program.services)
      await setStatus(other.customer_id, status)
      const reply = await signIn(other.username, 'not the password')
      expect(reply.body).toBe((await signIn('nobody-here', 'not the password')).body)
    },
  )
})
