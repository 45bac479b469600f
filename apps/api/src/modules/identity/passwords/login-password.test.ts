import { login, userInfoCall } from '@adtally/contract/identity/identity.ts'
import {
  emailConfirm,
  passwordChange,
  passwordForgotten,
  passwordReset,
} from '@adtally/contract/identity/identity-password.ts'
import { secondFactor, secondFactorBegin, secondFactorConfirm } from '@adtally/contract/identity/security.ts'
import { bankCardEdit, checkPassword, setPassword } from '@adtally/contract/money/wallet.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { fromBase32 } from '../../../testing/from-base32.ts'
import {
  type BuiltCustomer,
  buildCustomer,
  transactionPasswordDigest,
} from '../../../testing/worlds/build-customer.ts'
import { forgetTries } from '../../../testing/worlds/identity-program.ts'
import { mailProgram, tokenIn } from '../../../testing/worlds/mail-program.ts'
import { readWallClock, totpCode } from '../../operators/index.ts'

const MINUTE_MS = 60_000
const TOTP_STEP_MS = 30_000
const NEW = 'loud mountain birds'

const mail = await mailProgram()
const program = mail.program
beforeEach(() => forgetTries(program.db))
afterAll(() => mail.close())

const addressOf = (who: BuiltCustomer) => `${who.username}@example.com`
const signIn = (who: BuiltCustomer, password: string, more: { device_token?: string } = {}) =>
  program.call(login, { username: who.username, password, ...more })
const change = (who: BuiltCustomer, old_password: string, password: string) =>
  program.call(passwordChange, { old_password, password }, { token: who.token })
const forget = (email: string, address = '127.0.0.1') =>
  program.call(passwordForgotten, { email }, { address })
const reset = (token: string, password = NEW) => program.call(passwordReset, { token, password })
async function whoIs(token: string) {
  const { code, data } = await program.call(userInfoCall, {}, { token })
  return { code, reason: data.reason }
}
const ENDED = { code: 503, reason: 'session_password_changed' }

async function confirmed(): Promise<BuiltCustomer> {
  const who = await buildCustomer(program.services)
  const [letter] = await mail.mailsTo(addressOf(who))
  await program.call(emailConfirm, { token: tokenIn(letter) }, { token: who.token })
  return who
}

/** The token of a new link that sets a password. */
async function linkFor(who: BuiltCustomer): Promise<string> {
  await forget(addressOf(who))
  return tokenIn((await mail.mailsTo(addressOf(who))).at(-1))
}

/** When withdrawals began to wait. */
async function waitsSince({ customer_id }: BuiltCustomer): Promise<Date | null> {
  const [row] = await program.db.asOwner<{ at: Date | null }>(
    'select transaction_password_reset_at as at from identity.customers where customer_id = $1',
    [customer_id],
  )
  return row?.at ?? null
}

describe('changing it', () => {
  test('asks for the old one; other sessions end and say why, this one goes on, withdrawals wait [proof 224]', async () => {
    const who = await confirmed()
    const { token } = (await signIn(who, who.password)).data
    expect((await change(who, 'a guess', NEW)).data).toEqual({
      reason: 'login_password_wrong',
      field: 'old_password',
    })
    expect(await waitsSince(who)).toBeNull()
    expect((await whoIs(token)).code).toBe(200)
    const { code, data } = await change(who, who.password, NEW)
    expect(code).toBe(200)
    const since_ms = (await waitsSince(who))?.getTime() ?? 0
    const until_ms = new Date(data.effective_wait_until).getTime()
    expect(Math.abs(until_ms - since_ms - 24 * 60 * MINUTE_MS)).toBeLessThan(MINUTE_MS)
    expect(await whoIs(token)).toEqual(ENDED)
    expect((await whoIs(who.token)).code).toBe(200)
    expect((await signIn(who, who.password)).data.reason).toBe('credentials_wrong')
    expect((await signIn(who, NEW)).code).toBe(200)
    const subjects = (await mail.mailsTo(addressOf(who))).map(({ subject }) => subject)
    expect(subjects).toContain('Login password changed')
  })

  test.each([
    ['short', 'password_too_short', { bounds: { length_min: 8 } }],
    ['password123', 'password_too_common', {}],
    ['Maverick', 'password_too_common', {}],
  ])('to %j is %s', async (password, reason, more) => {
    const who = await buildCustomer(program.services)
    expect((await change(who, who.password, password)).data).toEqual({ reason, field: 'password', ...more })
  })

  test('to the old one, or to one’s own name, is refused', async () => {
    const who = await buildCustomer(program.services, { username: 'marigoldfields' })
    expect((await change(who, who.password, who.password)).data.reason).toBe('login_password_same')
    expect((await change(who, who.password, 'marigoldfields1')).data.reason).toBe('password_too_common')
    expect((await whoIs(who.token)).code).toBe(200)
  })

  test('is as slow to guess as signing in', async () => {
    const who = await buildCustomer(program.services)
    const tries = Array.from({ length: 30 }, () => change(who, 'a guess', NEW))
    const reasons = (await Promise.all(tries)).map(({ data }) => data.reason)
    expect(reasons.filter((reason) => reason === 'login_password_wrong')).toHaveLength(10)
  })
})

describe('forgotten', () => {
  test('a link to the confirmed address sets a new one, once; every session ends, withdrawals wait [proof 225]', async () => {
    const who = await confirmed()
    const { device_token } = (await signIn(who, who.password)).data
    const token = await linkFor(who)
    expect((await reset(token)).code).toBe(200)
    expect((await reset(token, 'another one of mine')).data).toEqual({
      reason: 'link_invalid',
      field: 'token',
    })
    expect(await whoIs(who.token)).toEqual(ENDED)
    expect((await signIn(who, who.password)).data.reason).toBe('credentials_wrong')
    expect(await waitsSince(who)).not.toBeNull()
    // All devices are unknown afterwards: somebody else may have had one.
    const again = await signIn(who, NEW, { device_token })
    expect(again.code).toBe(200)
    expect(again.data.device_token).not.toBe(device_token)
  })

  test('the newest of several links counts, and none once it was used [proof 817]', async () => {
    const who = await confirmed()
    const links = [await linkFor(who), await linkFor(who), await linkFor(who)]
    const [first = '', second = '', newest = ''] = links
    const invalid = { reason: 'link_invalid', field: 'token' }
    expect((await reset(first)).data).toEqual(invalid)
    expect((await reset(second)).data).toEqual(invalid)
    expect((await signIn(who, who.password)).code, 'nothing was changed').toBe(200)
    expect((await reset(newest)).code).toBe(200)
    for (const link of links) expect((await reset(link, 'another one of mine')).data).toEqual(invalid)
    expect((await signIn(who, NEW)).code).toBe(200)
    // Another customer's newer link voids none.
    const other = await confirmed()
    const own = await linkFor(other)
    await linkFor(who)
    expect((await reset(own)).code).toBe(200)
  })

  test('a second factor is asked for at a withdrawal after it as before it', async () => {
    const who = await confirmed()
    const password = transactionPasswordDigest('135790')
    const options = { token: who.token }
    await program.call(setPassword, { password }, options)
    const beneficiary = {
      kind: 'bank_account',
      bank_name: 'Bank',
      beneficiary_name: 'Some One',
      account_number: 'DE89370400440532013000',
    } as const
    const { beneficiary_id } = (await program.call(bankCardEdit, { beneficiary, password }, options)).data
    const { secret } = (await program.call(secondFactorBegin, { password }, options)).data
    const now = await program.system(readWallClock)
    const codeAt = (ahead: number) =>
      totpCode(fromBase32(secret), BigInt(Math.floor(now.getTime() / TOTP_STEP_MS) + ahead))
    expect((await program.call(secondFactorConfirm, { code: codeAt(0) }, options)).code).toBe(200)
    const link = await linkFor(who)
    expect((await reset(link)).code).toBe(200)
    const { token } = (await signIn(who, NEW)).data
    const ask = async (second_factor?: string) => {
      const input = { password, amount: '5.00', beneficiary_id, ...(second_factor && { second_factor }) }
      const { data } = await program.call(checkPassword, input, { token })
      return data.reason ?? (data.grant ? 'granted' : 'nothing')
    }
    expect(await ask()).toBe('second_factor_required')
    expect(await ask('999999')).toBe('second_factor_wrong')
    expect(await ask(codeAt(1))).toBe('granted')
    expect((await program.call(secondFactor, {}, { token })).data.since).toEqual(expect.any(String))
  })

  test('of twenty who follow one link at once, one sets the password', async () => {
    const who = await confirmed()
    const token = await linkFor(who)
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => reset(token, `quite new words ${index}`)),
    )
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(1)
  })

  test('a link is good for ten minutes, and a weak password leaves it as it was [proof 602]', async () => {
    const [early, late] = [await confirmed(), await confirmed()]
    const token = await linkFor(early)
    await program.advance(9 * MINUTE_MS)
    expect((await reset(token, 'password123')).data.reason).toBe('password_too_common')
    expect((await reset(token, 'maverick')).data.reason).toBe('password_too_common')
    expect((await reset(token)).code).toBe(200)
    const other = await linkFor(late)
    await program.advance(10 * MINUTE_MS)
    expect((await reset(other)).data.reason).toBe('link_invalid')
    expect((await signIn(late, late.password)).code).toBe(200)
  })

  test('every address is answered alike, and gets a letter only where it is a customer’s and confirmed [proof 226]', async () => {
    const [known, unconfirmed] = [await confirmed(), await buildCustomer(program.services)]
    await mail.mailsTo(addressOf(unconfirmed))
    const replies = []
    for (const email of [addressOf(known), addressOf(unconfirmed), 'nobody@example.org']) {
      replies.push(await forget(email))
    }
    // Everything except the time and the request's own id, which say nothing about the address.
    const seen = replies.map(({ headers: { date: _, 'x-request-id': _id, ...headers }, ...reply }) => ({
      ...reply,
      headers,
    }))
    expect(new Set(seen.map((each) => JSON.stringify(each))).size).toBe(1)
    const subject = 'Set a new login password for Adtally'
    const letters = async (address: string) =>
      (await mail.mailsTo(address)).filter((each) => each.subject === subject).length
    expect(await letters(addressOf(known))).toBe(1)
    expect(await letters(addressOf(unconfirmed))).toBe(0)
    expect(await letters('nobody@example.org')).toBe(0)
  })

  test('does not show in the work done: whoever asks, nothing is looked up before the answer', async () => {
    const known = await confirmed()
    const before = await program.db.asOwner('select count(*) as links from identity.links')
    await forget(addressOf(known))
    expect(await program.db.asOwner('select count(*) as links from identity.links')).toEqual(before)
    await program.drain()
    expect(await program.db.asOwner('select count(*) as links from identity.links')).not.toEqual(before)
  })

  test('a network asks for five letters an hour to one address, however it is spelled; elsewhere its owner asks on [proof 288]', async () => {
    const who = await confirmed()
    const [stranger, owner] = ['198.51.100.7', '203.0.113.9']
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        forget(index % 2 ? addressOf(who) : addressOf(who).toUpperCase(), stranger),
      ),
    )
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(5)
    expect((await forget(addressOf(who), owner)).code).toBe(200)
    const subject = 'Set a new login password for Adtally'
    const letters = async () =>
      (await mail.mailsTo(addressOf(who))).filter((each) => each.subject === subject)
    // Five valid links are enough in a flood, and the owner has each of them.
    expect(await letters()).toHaveLength(5)
    await program.advance(30 * MINUTE_MS)
    expect((await forget(addressOf(who), owner)).code).toBe(200)
    expect(await letters()).toHaveLength(6)
    expect((await reset(tokenIn((await letters()).at(-1)))).code).toBe(200)
  })

  test('a link sent to an address that was given up since leads nowhere', async () => {
    const who = await confirmed()
    const token = await linkFor(who)
    await change(who, who.password, NEW)
    expect((await reset(token, 'yet another phrase')).data.reason).toBe('link_invalid')
  })
})

describe('letters about security', () => {
  test('a sign-in on a new device is told, one on a known device is not [proof 227]', async () => {
    const who = await confirmed()
    const { device_token } = (await signIn(who, who.password)).data
    await signIn(who, who.password, { device_token })
    const subject = 'New device logged in to Adtally'
    const told = (await mail.mailsTo(addressOf(who))).filter((each) => each.subject === subject)
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain('We’ll never ask for your password.')
  })

  test('nothing goes to an address that nobody confirmed', async () => {
    const who = await buildCustomer(program.services)
    await signIn(who, who.password)
    await change(who, who.password, NEW)
    const subjects = (await mail.mailsTo(addressOf(who))).map((each) => each.subject)
    expect(subjects).toEqual(['Confirm your email for Adtally'])
  })
})
