import { login, userInfoCall } from '@adtally/contract/identity/identity.ts'
import { hybridLogin, openStore } from '@adtally/contract/identity/identity-hybrid.ts'
import {
  emailConfirm,
  passwordForgotten,
  passwordReset,
} from '@adtally/contract/identity/identity-password.ts'
import { secondFactor, secondFactorRemove } from '@adtally/contract/identity/security.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltCustomer, buildCode, buildCustomer } from '../../../testing/worlds/build-customer.ts'
import {
  addFactor,
  customerAskedAtSignIn,
  FACTOR_PASSWORD,
} from '../../../testing/worlds/customer-with-factor.ts'
import { forgetTries } from '../../../testing/worlds/identity-program.ts'
import { mailProgram, tokenIn } from '../../../testing/worlds/mail-program.ts'
import { issueSandboxTicket } from '../hosts/entry-ticket.ts'

const MINUTE_MS = 60_000
const NEW_DEVICE = 'New device logged in to Adtally'

const mail = await mailProgram()
const program = mail.program
beforeEach(() => forgetTries(program.db))
afterAll(() => mail.close())

interface Typed {
  password?: string
  second_factor?: string
  device_token?: string
}

const signIn = (who: BuiltCustomer, typed: Typed = {}) =>
  program.call(login, { username: who.username, password: who.password, ...typed })
async function reasonOf(who: BuiltCustomer, typed: Typed = {}): Promise<string> {
  const { code, data } = await signIn(who, typed)
  return code === 200 ? 'signed in' : String(data.reason)
}
const addressOf = (who: BuiltCustomer) => `${who.username}@example.com`

async function confirmed(): Promise<BuiltCustomer> {
  const who = await buildCustomer(program.services)
  const [letter] = await mail.mailsTo(addressOf(who))
  await program.call(emailConfirm, { token: tokenIn(letter) }, { token: who.token })
  return who
}

/** What a sign-in leaves: opened sessions, known devices, letters about new devices. */
async function tracesOf(who: BuiltCustomer) {
  const counted = async (table: string) => {
    const rows = await program.db.asOwner<{ count: string }>(
      `select count(*) from identity.${table} where customer_id = $1`,
      [who.customer_id],
    )
    return Number(rows[0]?.count)
  }
  const letters = (await mail.mailsTo(addressOf(who))).filter(({ subject }) => subject === NEW_DEVICE).length
  return { sessions: await counted('sessions'), devices: await counted('devices'), letters }
}

async function whoIs(token: string) {
  const { code, data } = await program.call(userInfoCall, {}, { token })
  return { code, reason: data.reason }
}

describe('a sign-in that asks for the second factor', () => {
  test('opens a session, knows the device and writes its letter only after the factor [proof 310]', async () => {
    const who = await customerAskedAtSignIn(program, await confirmed())
    const before = await tracesOf(who)
    const asked = await signIn(who)
    expect(asked).toMatchObject({
      code: 405,
      data: { reason: 'second_factor_required', field: 'second_factor' },
    })
    expect(Object.keys(asked.data).toSorted()).toEqual(['asks', 'field', 'reason'])
    expect(Object(asked.data).asks).toEqual({ app: true, passkey: null })
    expect(await reasonOf(who, { second_factor: '999999' })).toBe('second_factor_wrong')
    expect(await tracesOf(who)).toEqual(before)
    const { code, data } = await signIn(who, { second_factor: await who.code() })
    expect(code).toBe(200)
    expect((await whoIs(data.token)).code).toBe(200)
    const { sessions, devices, letters } = before
    expect(await tracesOf(who)).toEqual({
      sessions: sessions + 1,
      devices: devices + 1,
      letters: letters + 1,
    })
    // A known device does not replace the factor.
    expect(await reasonOf(who, { device_token: data.device_token })).toBe('second_factor_required')
  })

  test('says nothing of the factor to whoever does not know the password, and uses up no code of theirs [proof 311]', async () => {
    const [who, without] = [await customerAskedAtSignIn(program), await buildCustomer(program.services)]
    const code = await who.code()
    const replies = []
    for (const [one, second_factor] of [
      [who, undefined],
      [who, code],
      [who, '999999'],
      [without, undefined],
      [without, '999999'],
    ] as const) {
      const typed = { password: 'a wild guess', ...(second_factor && { second_factor }) }
      const { headers: _, ...reply } = await signIn(one, typed)
      replies.push(JSON.stringify(reply))
    }
    expect(new Set(replies).size).toBe(1)
    expect(replies[0]).toContain('credentials_wrong')
    for (let tries = 0; tries < 5; tries += 1) {
      await signIn(who, { password: 'a wild guess', second_factor: '999999' })
    }
    expect(await reasonOf(who, { second_factor: code }), 'neither used nor locked').toBe('signed in')
  })

  test('locks after five wrong codes, for a withdrawal as for a sign-in, and a code is good once [proof 312]', async () => {
    const who = await customerAskedAtSignIn(program)
    const used = await who.code()
    expect(await reasonOf(who, { second_factor: used })).toBe('signed in')
    // A right code sent twice, as by two taps, is refused without counting as a guess.
    for (let times = 0; times < 2; times += 1) {
      expect(await reasonOf(who, { second_factor: used })).toBe('second_factor_wrong')
    }
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await reasonOf(who, { second_factor: '999999' })).toBe('second_factor_wrong')
    }
    const next = await who.code(1)
    const locked = await signIn(who, { second_factor: next })
    expect(locked.data).toMatchObject({ reason: 'second_factor_locked', deadline: expect.any(String) })
    const remove = { password: FACTOR_PASSWORD, second_factor: next }
    expect((await program.call(secondFactorRemove, remove, { token: who.token })).data.reason).toBe(
      'second_factor_locked',
    )
    await program.advance(15 * MINUTE_MS + 1000)
    expect(await reasonOf(who, { second_factor: next })).toBe('signed in')
  })

  test('counts wrong codes among wrong tries, and a code that is still to come among none', async () => {
    const who = await customerAskedAtSignIn(program)
    const tried = async () => {
      const rows = await program.db.asOwner<{ sum: string }>('select sum(tries) from identity.tries')
      return Number(rows[0]?.sum ?? 0)
    }
    for (let times = 0; times < 12; times += 1) expect(await reasonOf(who)).toBe('second_factor_required')
    expect(await tried()).toBe(0)
    expect(await reasonOf(who, { second_factor: '999999' })).toBe('second_factor_wrong')
    expect(await tried(), 'of the pair, the name and the network').toBe(3)
    expect(await reasonOf(who, { second_factor: await who.code() })).toBe('signed in')
    expect(await tried()).toBe(3)
  })

  test('takes a recovery code once', async () => {
    const who = await customerAskedAtSignIn(program)
    const [paper = ''] = who.recovery_codes
    expect(await reasonOf(who, { second_factor: paper })).toBe('signed in')
    expect(await reasonOf(who, { second_factor: paper })).toBe('second_factor_wrong')
  })

  test('of twenty with one code at once lets one in', async () => {
    const who = await customerAskedAtSignIn(program)
    const second_factor = await who.code()
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => reasonOf(who, { second_factor })))
    expect(outcomes.filter((outcome) => outcome === 'signed in')).toHaveLength(1)
  })

  test('gives a disabled account its restricted token only after the factor', async () => {
    const who = await customerAskedAtSignIn(program)
    const disable = `update identity.customers set status = 'disabled' where customer_id = $1`
    await program.db.asOwner(disable, [who.customer_id])
    expect(await reasonOf(who)).toBe('second_factor_required')
    const refused = await signIn(who, { second_factor: await who.code() })
    expect(refused).toMatchObject({
      code: 403,
      data: { reason: 'account_disabled', restricted_token: expect.stringMatching(/^[\w-]{43}$/) },
    })
  })

  test('still asks for it after the password was reset by a link', async () => {
    const who = await customerAskedAtSignIn(program, await confirmed())
    await program.call(passwordForgotten, { email: addressOf(who) })
    const token = tokenIn((await mail.mailsTo(addressOf(who))).at(-1))
    const password = 'loud mountain birds'
    expect((await program.call(passwordReset, { token, password })).code).toBe(200)
    expect(await reasonOf(who, { password })).toBe('second_factor_required')
    expect(await reasonOf(who, { password, second_factor: await who.code() })).toBe('signed in')
  })
})

describe('the question at sign-in', () => {
  test('is off until its customer switches it on, on and off takes password and code, and other sessions end [proof 313]', async () => {
    const who = await addFactor(program, await buildCustomer(program.services))
    const stateOf = async () => (await program.call(secondFactor, {}, { token: who.token })).data
    expect((await stateOf()).at_sign_in_since).toBeNull()
    const first = (await signIn(who)).data.token
    expect((await whoIs(first)).code, 'a factor for withdrawals alone').toBe(200)
    expect(await who.atSignIn(true, '999999')).toBe('second_factor_wrong')
    expect((await whoIs(first)).code).toBe(200)
    expect(await who.atSignIn(true, await who.code())).toBeUndefined()
    expect((await stateOf()).at_sign_in_since).toEqual(expect.any(String))
    expect(await whoIs(first)).toEqual({ code: 503, reason: 'session_second_factor_changed' })
    expect((await whoIs(who.token)).code, 'the session that did it').toBe(200)
    const [one = '', two = '', three = ''] = who.recovery_codes
    const second = (await signIn(who, { second_factor: one })).data.token
    expect(await who.atSignIn(true, two), 'on already').toBeUndefined()
    expect((await whoIs(second)).code).toBe(200)
    expect(await who.atSignIn(false, '999999')).toBe('second_factor_wrong')
    expect(await reasonOf(who)).toBe('second_factor_required')
    expect(await who.atSignIn(false, three)).toBeUndefined()
    expect((await whoIs(second)).reason).toBe('session_second_factor_changed')
    expect(await reasonOf(who)).toBe('signed in')
  })

  test('is told and kept both times, and goes with the factor', async () => {
    const who = await customerAskedAtSignIn(program)
    await who.atSignIn(false, who.recovery_codes.pop() ?? '')
    await who.atSignIn(true, who.recovery_codes.pop() ?? '')
    const remove = { password: FACTOR_PASSWORD, second_factor: await who.code() }
    expect((await program.call(secondFactorRemove, remove, { token: who.token })).code).toBe(200)
    expect(await reasonOf(who)).toBe('signed in')
    const rows = await program.db.asOwner<{ action: string }>(
      `select action from audit.entries where customer_id = $1 and action like 'second_factor%' order by sequence`,
      [who.customer_id],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'second_factor.set',
      'second_factor.at_sign_in',
      'second_factor.not_at_sign_in',
      'second_factor.at_sign_in',
      'second_factor.removed',
    ])
  })

  test('can’t be switched on without a factor, nor by a host’s user, whom their host signs in', async () => {
    const none = await buildCustomer(program.services)
    const who = await addFactor(program, none)
    const begun = { password: FACTOR_PASSWORD, second_factor: await who.code() }
    await program.call(secondFactorRemove, begun, { token: who.token })
    expect(await who.atSignIn(true, '999999')).toBe('second_factor_not_set')
    const ticket = () =>
      issueSandboxTicket(program.services, 'host-user', {
        email: 'host-user@host.example',
        phone: '+66812345678',
        nickname: 'Robin',
      })
    const { data } = await program.call(hybridLogin, { ticket: await ticket() })
    const { licence_code } = await buildCode(program.services)
    const opening_ticket = String(Object(data).opening_ticket)
    const opened = await program.call(openStore, { opening_ticket, authorization_code: licence_code })
    const { token, user } = opened.data
    const guest = await addFactor(program, {
      token,
      customer_id: user.customer_id,
      username: user.username,
      password: '',
    })
    expect(await guest.atSignIn(true, await guest.code())).toBe('sign_in_by_host')
    expect((await program.call(hybridLogin, { ticket: await ticket() })).code).toBe(200)
  })
})
