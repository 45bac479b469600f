import { login, userInfoCall } from '@adtally/contract/identity/identity.ts'
import { hybridLogin, openStore } from '@adtally/contract/identity/identity-hybrid.ts'
import { setPassword } from '@adtally/contract/money/wallet.ts'
import { afterAll, describe, expect, test } from 'vitest'
import {
  buildCode,
  buildCustomer,
  transactionPasswordDigest as digest,
} from '../../../testing/worlds/build-customer.ts'
import { identityProgram } from '../../../testing/worlds/identity-program.ts'
import { issueSandboxTicket } from '../hosts/entry-ticket.ts'
import { customerById } from '../index.ts'
import { signInFreshUntil } from '../rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const password = digest('135790')

const program = await identityProgram()
afterAll(() => program.close())

const first = (token: string, login_password?: string) =>
  program.call(setPassword, { password, ...(login_password !== undefined && { login_password }) }, { token })

/** When withdrawals began to wait; null where they do not. */
async function resetAt(customer_id: string): Promise<Date | null | undefined> {
  const customer = await program.system((tx) => customerById(tx, customer_id))
  return customer?.transaction_password_reset_at
}

/** Expects a first password set without proof to cause a day's wait, as a reset does, and to be announced. */
async function expectWait(customer_id: string, answered: string | null): Promise<void> {
  const wait_ms = Date.parse(answered ?? '') - program.services.clock.now_ms()
  expect(wait_ms).toBeGreaterThan(23.9 * HOUR_MS)
  expect(wait_ms).toBeLessThan(24 * HOUR_MS + 1_000)
  expect((await resetAt(customer_id))?.getTime()).toBe(Date.parse(answered ?? '') - 24 * HOUR_MS)
  const topics = await program.db.asOwner<{ topic: string }>(
    'select topic from platform.outbox where key = $1 and topic <> $2 order by topic',
    [customer_id, 'customer.registered'],
  )
  expect(topics.map(({ topic }) => topic)).toContain('customer.transaction_password_reset')
}

describe('the first transaction password, set', () => {
  test('in a session that has just begun makes nothing wait', async () => {
    const { customer_id, token } = await buildCustomer(program.services)
    expect((await first(token)).data).toEqual({ effective_wait_until: null })
    expect(await resetAt(customer_id)).toBeNull()
  })

  test('in an old session makes withdrawals wait, however much that session was used [proof 94]', async () => {
    const { customer_id, token } = await buildCustomer(program.services)
    for (let used = 0; used < 4; used += 1) {
      await program.advance(16 * MINUTE_MS)
      expect((await program.call(userInfoCall, {}, { token })).code).toBe(200)
    }
    const { data } = await first(token)
    await expectWait(customer_id, data.effective_wait_until)
  })

  test('in an old session with the sign-in password makes nothing wait', async () => {
    const { customer_id, token, password: login_password } = await buildCustomer(program.services)
    await program.advance(2 * HOUR_MS)
    expect((await first(token, login_password)).data).toEqual({ effective_wait_until: null })
    expect(await resetAt(customer_id)).toBeNull()
  })

  test('with a wrong sign-in password is refused, and can’t be guessed without limit', async () => {
    const { customer_id, token, password: login_password } = await buildCustomer(program.services)
    await program.advance(2 * HOUR_MS)
    for (let tries = 0; tries < 10; tries += 1) {
      const { data } = await first(token, 'not the password')
      expect(data).toMatchObject({ reason: 'login_password_wrong', field: 'login_password' })
    }
    expect((await first(token, login_password)).data.reason).toBe('too_many_requests')
    const { data } = await program.call(userInfoCall, {}, { token })
    expect(data.transaction_password_set).toBe(false)
    expect(await resetAt(customer_id)).toBeNull()
  })

  test('after signing in again makes nothing wait', async () => {
    const { username, password: login_password } = await buildCustomer(program.services)
    await program.advance(2 * HOUR_MS)
    const { data } = await program.call(login, { username, password: login_password })
    expect((await first(data.token)).data).toEqual({ effective_wait_until: null })
  })

  test('with a disabled account’s token waits by that session’s age alike', async () => {
    const { customer_id, username, password: login_password } = await buildCustomer(program.services)
    await program.db.asOwner("update identity.customers set status = 'disabled' where customer_id = $1", [
      customer_id,
    ])
    const refused = await program.call(login, { username, password: login_password })
    await program.advance(2 * HOUR_MS)
    const { data } = await first(String(Object(refused.data).restricted_token))
    await expectWait(customer_id, data.effective_wait_until)
  })
})

describe('a hybrid host’s user', () => {
  const user = { email: 'first@host.example', phone: '+66812345678', nickname: 'Robin' }
  const ticket = (subject: string) => issueSandboxTicket(program.services, subject, user)

  test('has an hour from the opening or a ticket; has no sign-in password to give instead', async () => {
    const subject = 'first-password'
    const missing = await program.call(hybridLogin, { ticket: await ticket(subject) })
    const { licence_code } = await buildCode(program.services)
    const opening_ticket = String(Object(missing.data).opening_ticket)
    const { data } = await program.call(openStore, { opening_ticket, authorization_code: licence_code })
    await program.advance(2 * HOUR_MS)
    const { customer_id } = data.user
    expect((await first(data.token, 'none there')).data.reason).toBe('login_password_wrong')
    const again = await program.call(hybridLogin, { ticket: await ticket(subject) })
    expect((await first(again.data.token)).data).toEqual({ effective_wait_until: null })
    expect(await resetAt(customer_id)).toBeNull()
  })
})

describe('/user/info', () => {
  test('says until when, the same for the whole session and anew after signing in', async () => {
    const { token, username, password: login_password } = await buildCustomer(program.services)
    const until = async () =>
      Date.parse((await program.call(userInfoCall, {}, { token })).data.sign_in_fresh_until)
    const said = await until()
    const left_ms = said - program.services.clock.now_ms()
    expect(left_ms).toBeGreaterThan(0.9 * HOUR_MS)
    expect(left_ms).toBeLessThan(HOUR_MS + 1_000)
    await program.advance(30 * MINUTE_MS)
    expect(await until()).toBe(said)
    const { data } = await program.call(login, { username, password: login_password })
    expect(Date.parse(data.user.sign_in_fresh_until)).toBeGreaterThan(said)
  })

  test('an hour after it began', () => {
    const began_at = new Date('2026-03-29T00:30:00Z')
    expect(signInFreshUntil(began_at).toISOString()).toBe('2026-03-29T01:30:00.000Z')
  })
})
