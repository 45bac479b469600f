import { login, userInfoCall } from '@adtally/contract/identity.ts'
import { emailConfirm } from '@adtally/contract/identity-password.ts'
import { type PasskeyAnswer, type PasskeyQuestion, passkeyQuestion } from '@adtally/contract/passkey.ts'
import {
  passkeyAdd,
  passkeyBegin,
  passkeyRemove,
  secondFactor,
  secondFactorAtSignIn,
  secondFactorBegin,
  secondFactorConfirm,
  secondFactorRemove,
} from '@adtally/contract/security.ts'
import { bankCardEdit, checkPassword, setPassword, withdrawQuote } from '@adtally/contract/wallet.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type BuiltCustomer, buildCustomer } from '../../testing/build-customer.ts'
import { fromBase32 } from '../../testing/from-base32.ts'
import { forgetTries } from '../../testing/identity-program.ts'
import { type MailProgram, mailProgram, tokenIn } from '../../testing/mail-program.ts'
import { type TestProgram, testProgram } from '../../testing/test-program.ts'
import { testSettings } from '../../testing/test-services.ts'
import { readWallClock, totpCode } from '../operators/index.ts'
import { addFactor, FACTOR_PASSWORD } from './testing/customer-with-factor.ts'
import { type Otherwise, SoftwarePasskey } from './testing/software-passkey.ts'

const ORIGIN = 'https://adtally.example'
const MINUTE_MS = 60_000
const password = FACTOR_PASSWORD

let mail: MailProgram
let program: TestProgram
beforeAll(async () => {
  mail = await mailProgram({ PUBLIC_ORIGIN: ORIGIN })
  program = mail.program
})
beforeEach(() => forgetTries(program.db))
afterAll(() => mail.close())

const asked = z.object({ asks: z.object({ app: z.boolean(), passkey: z.nullable(passkeyQuestion) }) })

/** The question in a refusal for want of a factor. */
function questionIn(reply: { data: unknown }): PasskeyQuestion {
  expect(reply.data).toMatchObject({ reason: 'second_factor_required', field: 'second_factor' })
  const question = z.parse(asked, reply.data).asks.passkey
  if (!question) throw new Error('no question')
  return question
}

interface Proof {
  second_factor?: string
  passkey?: PasskeyAnswer
}

interface Holder extends BuiltCustomer {
  device: SoftwarePasskey
  options: { token: string }
  beneficiary_id: string
  recovery_codes: string[]
}

/** Makes a passkey on a device and adds it, shown by what a change takes. */
async function add(who: BuiltCustomer, device: SoftwarePasskey, proof: Proof = {}) {
  const options = { token: who.token }
  const begun = await program.call(passkeyBegin, { password, ...proof }, options)
  if (begun.code !== 200) return begun
  return await program.call(passkeyAdd, { name: 'Phone', made: device.make(begun.data) }, options)
}

/** A customer with a beneficiary, and a passkey as their only factor. */
async function holder(built?: BuiltCustomer): Promise<Holder> {
  const who = built ?? (await buildCustomer(program.services))
  const options = { token: who.token }
  await program.call(setPassword, { password }, options)
  const beneficiary = {
    kind: 'bank_account',
    bank_name: 'Bank',
    beneficiary_name: 'Some One',
    account_number: 'DE89370400440532013000',
  } as const
  const { beneficiary_id } = (await program.call(bankCardEdit, { beneficiary, password }, options)).data
  const device = new SoftwarePasskey(ORIGIN)
  const { code, data } = await add(who, device)
  expect(code).toBe(200)
  return { ...who, device, options, beneficiary_id, recovery_codes: z.parse(codes, data).recovery_codes }
}
const codes = z.object({ recovery_codes: z.array(z.string()) })

const grant = (who: Holder, proof: Proof = {}, amount = '5.00') =>
  program.call(checkPassword, { password, amount, beneficiary_id: who.beneficiary_id, ...proof }, who.options)
/** What a withdrawal says of this: `granted`, or why not. */
async function outcome(who: Holder, proof: Proof, amount?: string): Promise<string> {
  const { data } = await grant(who, proof, amount)
  return data.reason ?? (data.grant ? 'granted' : 'nothing')
}
/** As `outcome`, of an answer to a new question. */
async function answered(who: Holder, otherwise: Otherwise = {}, device = who.device): Promise<string> {
  return await outcome(who, { passkey: device.answer(questionIn(await grant(who)), otherwise) })
}
const signIn = (who: BuiltCustomer, proof: Proof = {}) =>
  program.call(login, { username: who.username, password: who.password, ...proof })
const stateOf = async (who: { token: string }) =>
  (await program.call(secondFactor, {}, { token: who.token })).data
/** A proof for a change, by the passkey. */
async function proofFor(
  who: Holder,
  call: typeof passkeyRemove | typeof secondFactorAtSignIn | typeof passkeyBegin | typeof secondFactorBegin,
  more: Record<string, unknown> = {},
): Promise<Proof> {
  const input = z.parse(call.request, { password, ...more })
  return { passkey: who.device.answer(questionIn(await program.call(call, Object(input), who.options))) }
}
async function auditOf(customer_id: string): Promise<string[]> {
  const rows = await program.db.asOwner<{ action: string }>(
    `select action from audit.entries where customer_id = $1 and action ~ '^(passkey|second_factor)' order by sequence`,
    [customer_id],
  )
  return rows.map(({ action }) => action)
}
const reasonOf = ({ code, data }: { code: number; data: { reason?: string } }) =>
  code === 200 ? 'ok' : data.reason

describe('PRODUCT §7: a passkey', () => {
  test('is added with the transaction password, asked for from then on, told by letter and feed; others are added by it [proof 333]', async () => {
    const built = await buildCustomer(program.services)
    const address = `${built.username}@example.com`
    const [letter] = await mail.mailsTo(address)
    await program.call(emailConfirm, { token: tokenIn(letter) })
    await program.call(setPassword, { password }, { token: built.token })
    const wrong = { password: 'f'.repeat(32) }
    expect((await program.call(passkeyBegin, wrong, { token: built.token })).data.reason).toBe(
      'transaction_password_wrong',
    )
    const other = (await signIn(built)).data.token
    const who = await holder(built)
    expect(who.recovery_codes).toHaveLength(10)
    expect((await program.call(userInfoCall, {}, { token: other })).data.reason).toBe(
      'session_second_factor_changed',
    )
    expect(await stateOf(who)).toMatchObject({
      since: expect.any(String),
      app_since: null,
      recovery_codes_left: 10,
      passkeys: [{ name: 'Phone', added_at: expect.any(String), last_used_at: null }],
      passkey_origin: ORIGIN,
    })
    expect((await program.call(withdrawQuote, {}, who.options)).data.second_factor).toEqual({
      app: false,
      passkey: true,
    })
    expect((await mail.mailsTo(address)).at(-1)?.subject).toContain('Passkey added')
    const second = new SoftwarePasskey(ORIGIN)
    expect((await add(who, second)).data.reason, 'by the password alone').toBe('second_factor_required')
    const added = await add(who, second, await proofFor(who, passkeyBegin))
    expect(added).toMatchObject({ code: 200, data: { recovery_codes: [] } })
    expect(await answered(who, {}, second)).toBe('granted')
    expect(await auditOf(who.customer_id)).toEqual(['passkey.added', 'passkey.added'])
  })

  test('made otherwise than asked is refused: another challenge, page, host, session, or nobody looked at', async () => {
    const who = await buildCustomer(program.services)
    const options = { token: who.token }
    await program.call(setPassword, { password }, options)
    const made = async (otherwise: Otherwise, in_session = options) => {
      const making = (await program.call(passkeyBegin, { password }, options)).data
      const input = { name: 'Phone', made: new SoftwarePasskey(ORIGIN).make(making, otherwise) }
      return reasonOf(await program.call(passkeyAdd, input, in_session))
    }
    expect(await made({ challenge: 'AAAA' })).toBe('passkey_wrong')
    expect(await made({ origin: 'https://evil.example' })).toBe('passkey_wrong')
    expect(await made({ rp_id: 'evil.example' })).toBe('passkey_wrong')
    expect(await made({ type: 'webauthn.get' })).toBe('passkey_wrong')
    expect(await made({ is_verified: false })).toBe('passkey_wrong')
    expect(await made({ in_frame: true })).toBe('passkey_wrong')
    expect(await made({}, { token: (await signIn(who)).data.token })).toBe('passkey_wrong')
    expect((await stateOf(who)).since).toBeNull()
    const making = (await program.call(passkeyBegin, { password }, options)).data
    await program.advance(5 * MINUTE_MS + 1000)
    const late = { name: 'Phone', made: new SoftwarePasskey(ORIGIN).make(making) }
    expect((await program.call(passkeyAdd, late, options)).data.reason).toBe('passkey_wrong')
    expect(await made({})).toBe('ok')
  })

  test('begun before there was a factor is not added after, nor an app confirmed', async () => {
    const who = await buildCustomer(program.services)
    const options = { token: who.token }
    await program.call(setPassword, { password }, options)
    const begun = (await program.call(passkeyBegin, { password }, options)).data
    await program.call(secondFactorBegin, { password }, options)
    expect((await add(who, new SoftwarePasskey(ORIGIN))).code).toBe(200)
    const input = { name: 'Thief', made: new SoftwarePasskey(ORIGIN).make(begun) }
    expect((await program.call(passkeyAdd, input, options)).data.reason).toBe('passkey_wrong')
    expect((await program.call(secondFactorConfirm, { code: '123456' }, options)).data.reason).toBe(
      'second_factor_not_set',
    )
  })

  test('opens a session at sign-in in place of a code, and only then; a code still does for who has both [proof 334]', async () => {
    const who = await holder()
    expect((await signIn(who)).code, 'not asked for at sign-in').toBe(200)
    const on = { at_sign_in: true }
    const proof = await proofFor(who, secondFactorAtSignIn, on)
    expect((await program.call(secondFactorAtSignIn, { ...on, password, ...proof }, who.options)).code).toBe(
      200,
    )
    const refused = await signIn(who)
    expect(Object.keys(refused.data).toSorted()).toEqual(['asks', 'field', 'reason'])
    expect(JSON.stringify(await signIn({ ...who, password: 'a wild guess' }))).not.toContain('asks')
    const passkey = who.device.answer(questionIn(refused))
    const guess = await signIn({ ...who, password: 'a wild guess' }, { passkey })
    expect(guess.data.reason).toBe('credentials_wrong')
    const { code, data } = await signIn(who, { passkey })
    expect(code).toBe(200)
    expect((await program.call(userInfoCall, {}, { token: data.token })).code).toBe(200)
    expect((await signIn(who, { passkey })).data.reason, 'once').toBe('passkey_wrong')
    expect((await signIn(who, { second_factor: who.recovery_codes[0] ?? '' })).code).toBe(200)
    const both = await addFactorTo(who)
    expect(z.parse(asked, (await signIn(who)).data).asks.app).toBe(true)
    expect((await signIn(who, { second_factor: await both() })).code).toBe(200)
    expect((await signIn(who, { passkey: who.device.answer(questionIn(await signIn(who))) })).code).toBe(200)
  })

  test('answers once, within five minutes, for its own customer, page and host, and looked at [proof 335]', async () => {
    const [who, stranger] = [await holder(), await holder()]
    const passkey = who.device.answer(questionIn(await grant(who)))
    expect(await outcome(who, { passkey })).toBe('granted')
    expect(await outcome(who, { passkey }), 'replayed').toBe('passkey_wrong')
    expect(await answered(who, { challenge: questionIn(await grant(stranger)).challenge })).toBe(
      'passkey_wrong',
    )
    expect(await answered(who, {}, stranger.device), 'of another customer').toBe('passkey_wrong')
    expect(await answered(who, { key: stranger.device.key })).toBe('passkey_wrong')
    await outcome(who, { second_factor: who.recovery_codes[0] ?? '' })
    expect(await answered(who, { origin: 'https://evil.example' })).toBe('passkey_wrong')
    expect(await answered(who, { rp_id: 'evil.example' })).toBe('passkey_wrong')
    expect(await answered(who, { is_verified: false })).toBe('passkey_wrong')
    await outcome(who, { second_factor: who.recovery_codes[1] ?? '' })
    expect(await answered(who, { type: 'webauthn.create' })).toBe('passkey_wrong')
    expect(await answered(who, { in_frame: true })).toBe('passkey_wrong')
    const late = who.device.answer(questionIn(await grant(who)))
    await program.advance(5 * MINUTE_MS + 1000)
    expect(await outcome(who, { passkey: late })).toBe('passkey_wrong')
    expect(await answered(who)).toBe('granted')
    const one = who.device.answer(questionIn(await grant(who)))
    const many = await Promise.all(Array.from({ length: 4 }, () => outcome(who, { passkey: one })))
    expect(many.filter((each) => each === 'granted')).toHaveLength(1)
  })

  test('lets go only of the amount that it was asked about, to whom, and of nothing else [proof 336]', async () => {
    const who = await holder()
    const answer = async (of = who) => ({ passkey: who.device.answer(questionIn(await grant(of))) })
    expect(await outcome(who, await answer(), '5.01')).toBe('passkey_wrong')
    expect(await outcome(who, await answer(), '5.00')).toBe('granted')
    const before = await answer()
    const beneficiary = {
      kind: 'bank_account',
      bank_name: 'Bank',
      beneficiary_name: 'Some One',
      account_number: 'GB33BUKB20201555555555',
    } as const
    const bound = await program.call(bankCardEdit, { beneficiary, password }, who.options)
    const other = { ...who, beneficiary_id: bound.data.beneficiary_id }
    expect(await outcome(other, before)).toBe('passkey_wrong')
    expect(await outcome(other, { second_factor: who.recovery_codes[0] ?? '' })).toBe('granted')
    const { passkeys } = await stateOf(who)
    const of_change = await program.call(
      passkeyRemove,
      { password, passkey_id: passkeys[0]?.passkey_id ?? '', ...(await answer(other)) },
      who.options,
    )
    expect(of_change.data.reason, 'a withdrawal’s answer removes nothing').toBe('passkey_wrong')
    const to_change = await proofFor(who, secondFactorAtSignIn, { at_sign_in: true })
    expect(await outcome(other, to_change)).toBe('passkey_wrong')
    const off = {
      at_sign_in: false,
      password,
      ...(await proofFor(who, secondFactorAtSignIn, { at_sign_in: true })),
    }
    expect((await program.call(secondFactorAtSignIn, off, who.options)).data.reason).toBe('passkey_wrong')
  })

  test('whose device counts back is refused, and the audit log keeps it; one that does not count is taken [proof 337]', async () => {
    const who = await holder()
    who.device.sign_count = 7
    expect(await answered(who)).toBe('granted')
    expect(await answered(who, { sign_count: 8 }), 'as many as before').toBe('passkey_counter_back')
    expect(await answered(who, { sign_count: 3 })).toBe('passkey_counter_back')
    expect(await answered(who, { sign_count: 0 })).toBe('passkey_counter_back')
    expect(await auditOf(who.customer_id)).toEqual([
      'passkey.added',
      ...Array(3).fill('passkey.counter_back'),
    ])
    expect(await answered(who, { sign_count: 20 })).toBe('granted')
    const still = await buildCustomer(program.services)
    await program.call(setPassword, { password }, { token: still.token })
    const device = new SoftwarePasskey(ORIGIN, { counts: false })
    await add(still, device)
    const on = { password, at_sign_in: true }
    for (let times = 0; times < 2; times += 1) {
      const refused = await program.call(secondFactorAtSignIn, on, { token: still.token })
      const proof = { passkey: device.answer(questionIn(refused)) }
      expect(
        (await program.call(secondFactorAtSignIn, { ...on, ...proof }, { token: still.token })).code,
      ).toBe(200)
    }
  })

  test('and codes are locked together after five wrong ones [proof 338]', async () => {
    const who = await holder()
    for (let tries = 0; tries < 4; tries += 1)
      expect(await answered(who, { challenge: 'AAAA' })).toBe('passkey_wrong')
    expect(await outcome(who, { second_factor: '999999' })).toBe('second_factor_wrong')
    expect(await answered(who)).toBe('second_factor_locked')
    expect(await outcome(who, { second_factor: who.recovery_codes[0] ?? '' })).toBe('second_factor_locked')
    await program.advance(15 * MINUTE_MS + 1000)
    expect(await answered(who)).toBe('granted')
  })

  test('is removed by itself or a code; with the last factor nothing is asked for any more, a recovery code makes withdrawals wait [proof 339]', async () => {
    const who = await holder()
    const code = await addFactorTo(who)
    const remove = (passkey_id: string, proof: Proof) =>
      program.call(passkeyRemove, { passkey_id, password, ...proof }, who.options)
    const [first] = (await stateOf(who)).passkeys
    const id = first?.passkey_id ?? ''
    const stranger = await holder()
    const theirs = (await stateOf(stranger)).passkeys[0]?.passkey_id ?? ''
    expect((await remove(theirs, { second_factor: who.recovery_codes[0] ?? '' })).data.reason).toBe(
      'passkey_not_found',
    )
    expect((await remove(id, {})).data.reason).toBe('second_factor_required')
    expect((await remove(id, { second_factor: await code() })).code).toBe(200)
    expect(await stateOf(who)).toMatchObject({ since: expect.any(String), passkeys: [] })
    expect(await answered(who).catch(() => 'no question')).toBe('no question')
    await add(who, who.device, { second_factor: who.recovery_codes[0] ?? '' })
    const app = await program.call(
      secondFactorRemove,
      { password, second_factor: who.recovery_codes[1] ?? '' },
      who.options,
    )
    expect(app.code).toBe(200)
    expect(await stateOf(who)).toMatchObject({ since: expect.any(String), app_since: null })
    expect(await answered(who), 'the passkey is still asked for').toBe('granted')
    const reset = await program.db.asOwner<{ at: Date | null }>(
      'select transaction_password_reset_at as at from identity.customers where customer_id = $1',
      [who.customer_id],
    )
    expect(reset[0]?.at, 'by a recovery code').not.toBeNull()
    const [last] = (await stateOf(who)).passkeys
    const last_id = last?.passkey_id ?? ''
    expect((await remove(last_id, await proofFor(who, passkeyRemove, { passkey_id: last_id }))).code).toBe(
      200,
    )
    expect(await stateOf(who)).toMatchObject({ since: null, recovery_codes_left: 0, passkeys: [] })
    expect(await outcome(who, {})).toBe('granted')
    expect(await auditOf(who.customer_id)).toEqual([
      'passkey.added',
      'second_factor.set',
      'passkey.removed',
      'passkey.added',
      'second_factor.app_removed',
      'passkey.removed',
      'second_factor.removed',
    ])
  })

  test('there are ten of at most, and none twice', async () => {
    const who = await holder()
    const [code = ''] = who.recovery_codes
    expect((await add(who, who.device, { second_factor: code })).data.reason, 'kept already').toBe(
      'passkey_wrong',
    )
    for (let have = 1; have < 10; have += 1) {
      expect((await add(who, new SoftwarePasskey(ORIGIN), await proofFor(who, passkeyBegin))).code).toBe(200)
    }
    const eleventh = await add(who, new SoftwarePasskey(ORIGIN), await proofFor(who, passkeyBegin))
    expect(eleventh.data.reason).toBe('passkeys_too_many')
  })
})

describe('at an address without a name', () => {
  test('no passkey is begun or asked for, and the app says so; by name it is [proof 340]', async () => {
    const by_number = await testProgram({
      settings: testSettings({ PUBLIC_ORIGIN: 'http://127.0.0.1:8080' }),
    })
    try {
      const who = await addFactor(by_number, await buildCustomer(by_number.services))
      const options = { token: who.token }
      const begun = await by_number.call(passkeyBegin, { password, second_factor: await who.code() }, options)
      expect(begun).toMatchObject({ code: 405, data: { reason: 'passkeys_need_host_name' } })
      expect((await by_number.call(secondFactor, {}, options)).data.passkey_origin).toBeNull()
    } finally {
      await by_number.close()
    }
    expect(testSettings({ PUBLIC_ORIGIN: 'http://[::1]:8080' }).passkey_origin).toBeNull()
    expect(testSettings({ PUBLIC_ORIGIN: 'http://localhost:8080' }).passkey_origin).toBe(
      'http://localhost:8080',
    )
  })
})

/** Gives who has a passkey an app, too; answers what it shows. */
async function addFactorTo(who: Holder): Promise<() => Promise<string>> {
  const proof = await proofFor(who, secondFactorBegin)
  const begun = await program.call(secondFactorBegin, { password, ...proof }, who.options)
  const secret = fromBase32(begun.data.secret)
  const shows = async (ahead: number) => {
    const now = await program.services.database.transaction({ kind: 'system' }, readWallClock)
    return totpCode(secret, BigInt(Math.floor(now.getTime() / 30_000) + ahead))
  }
  const confirmed = await program.call(secondFactorConfirm, { code: await shows(-1) }, who.options)
  expect(confirmed).toMatchObject({ code: 200, data: { recovery_codes: [] } })
  return () => shows(0)
}
