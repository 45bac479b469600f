import { userInfoCall } from '@adtally/contract/identity/identity.ts'
import { emailConfirm } from '@adtally/contract/identity/identity-password.ts'
import {
  passkeyAdd,
  passkeyBegin,
  passkeyRemove,
  secondFactor,
  secondFactorBegin,
  secondFactorConfirm,
  secondFactorRemove,
} from '@adtally/contract/identity/security.ts'
import { setPassword, withdrawQuote } from '@adtally/contract/money/wallet.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Otherwise, SoftwarePasskey } from '../../../testing/office/software-passkey.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { testSettings } from '../../../testing/servers/test-services.ts'
import { buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { addFactor, FACTOR_PASSWORD } from '../../../testing/worlds/customer-with-factor.ts'
import { forgetTries } from '../../../testing/worlds/identity-program.ts'
import { mailProgram, tokenIn } from '../../../testing/worlds/mail-program.ts'
import { PASSKEY_ORIGIN, PasskeyWorld, type Proof } from '../testing/passkey-world.ts'

const MINUTE_MS = 60_000
const password = FACTOR_PASSWORD

const mail = await mailProgram({ PUBLIC_ORIGIN: PASSKEY_ORIGIN })
const program = mail.program
const world = new PasskeyWorld(program)
beforeEach(() => forgetTries(program.db))
afterAll(() => mail.close())

const reasonOf = ({ code, data }: { code: number; data: { reason?: string } }) =>
  code === 200 ? 'ok' : data.reason

describe('PRODUCT §7: a passkey', () => {
  test('is added with the transaction password, asked for from then on, told by letter and feed; others are added by it [proof 333]', async () => {
    const built = await buildCustomer(program.services)
    const address = `${built.username}@example.com`
    const [letter] = await mail.mailsTo(address)
    await program.call(emailConfirm, { token: tokenIn(letter) }, { token: built.token })
    await program.call(setPassword, { password }, { token: built.token })
    const wrong = { password: 'f'.repeat(32) }
    expect((await program.call(passkeyBegin, wrong, { token: built.token })).data.reason).toBe(
      'transaction_password_wrong',
    )
    const other = (await world.signIn(built)).data.token
    const who = await world.holder(built)
    expect(who.recovery_codes).toHaveLength(10)
    expect((await program.call(userInfoCall, {}, { token: other })).data.reason).toBe(
      'session_second_factor_changed',
    )
    expect(await world.stateOf(who)).toMatchObject({
      since: expect.any(String),
      app_since: null,
      recovery_codes_left: 10,
      passkeys: [{ name: 'Phone', added_at: expect.any(String), last_used_at: null }],
      passkey_origin: PASSKEY_ORIGIN,
    })
    expect((await program.call(withdrawQuote, {}, who.options)).data.second_factor).toEqual({
      app: false,
      passkey_origin: PASSKEY_ORIGIN,
    })
    expect((await mail.mailsTo(address)).at(-1)?.subject).toContain('Passkey added')
    const second = new SoftwarePasskey(PASSKEY_ORIGIN)
    expect((await world.add(who, second)).data.reason, 'by the password alone').toBe('second_factor_required')
    const added = await world.add(who, second, await world.proofFor(who, passkeyBegin))
    expect(added).toMatchObject({ code: 200, data: { recovery_codes: [] } })
    expect(await world.answered(who, {}, second)).toBe('granted')
    expect(await world.auditOf(who.customer_id)).toEqual(['passkey.added', 'passkey.added'])
  })

  test('made otherwise than asked is refused: another challenge, page, host, session, or nobody looked at', async () => {
    const who = await buildCustomer(program.services)
    const options = { token: who.token }
    await program.call(setPassword, { password }, options)
    const made = async (otherwise: Otherwise, in_session = options) => {
      const making = (await program.call(passkeyBegin, { password }, options)).data
      const input = { name: 'Phone', made: new SoftwarePasskey(PASSKEY_ORIGIN).make(making, otherwise) }
      return reasonOf(await program.call(passkeyAdd, input, in_session))
    }
    expect(await made({ challenge: 'AAAA' })).toBe('passkey_wrong')
    expect(await made({ origin: 'https://evil.example' })).toBe('passkey_wrong')
    expect(await made({ rp_id: 'evil.example' })).toBe('passkey_wrong')
    expect(await made({ type: 'webauthn.get' })).toBe('passkey_wrong')
    expect(await made({ is_verified: false })).toBe('passkey_wrong')
    expect(await made({ in_frame: true })).toBe('passkey_wrong')
    expect(await made({}, { token: (await world.signIn(who)).data.token })).toBe('passkey_wrong')
    expect((await world.stateOf(who)).since).toBeNull()
    const making = (await program.call(passkeyBegin, { password }, options)).data
    await program.advance(5 * MINUTE_MS + 1000)
    const late = { name: 'Phone', made: new SoftwarePasskey(PASSKEY_ORIGIN).make(making) }
    expect((await program.call(passkeyAdd, late, options)).data.reason).toBe('passkey_wrong')
    expect(await made({})).toBe('ok')
  })

  test('begun before there was a factor is not added after, nor an app confirmed', async () => {
    const who = await buildCustomer(program.services)
    const options = { token: who.token }
    await program.call(setPassword, { password }, options)
    const begun = (await program.call(passkeyBegin, { password }, options)).data
    await program.call(secondFactorBegin, { password }, options)
    expect((await world.add(who, new SoftwarePasskey(PASSKEY_ORIGIN))).code).toBe(200)
    const input = { name: 'Thief', made: new SoftwarePasskey(PASSKEY_ORIGIN).make(begun) }
    expect((await program.call(passkeyAdd, input, options)).data.reason).toBe('passkey_wrong')
    expect((await program.call(secondFactorConfirm, { code: '123456' }, options)).data.reason).toBe(
      'second_factor_not_set',
    )
  })

  test('is removed by itself or a code; with the last factor nothing is asked for any more, a recovery code makes withdrawals wait [proof 339]', async () => {
    const who = await world.holder()
    const code = await world.addApp(who)
    const remove = (passkey_id: string, proof: Proof) =>
      program.call(passkeyRemove, { passkey_id, password, ...proof }, who.options)
    const [first] = (await world.stateOf(who)).passkeys
    const id = first?.passkey_id ?? ''
    const stranger = await world.holder()
    const theirs = (await world.stateOf(stranger)).passkeys[0]?.passkey_id ?? ''
    expect((await remove(theirs, { second_factor: who.recovery_codes[0] ?? '' })).data.reason).toBe(
      'passkey_not_found',
    )
    expect((await remove(id, {})).data.reason).toBe('second_factor_required')
    expect((await remove(id, { second_factor: await code() })).code).toBe(200)
    expect(await world.stateOf(who)).toMatchObject({ since: expect.any(String), passkeys: [] })
    expect(await world.answered(who).catch(() => 'no question')).toBe('no question')
    await world.add(who, who.device, { second_factor: who.recovery_codes[0] ?? '' })
    const app = await program.call(
      secondFactorRemove,
      { password, second_factor: who.recovery_codes[1] ?? '' },
      who.options,
    )
    expect(app.code).toBe(200)
    expect(await world.stateOf(who)).toMatchObject({ since: expect.any(String), app_since: null })
    expect(await world.answered(who), 'the passkey is still asked for').toBe('granted')
    const reset = await program.db.asOwner<{ at: Date | null }>(
      'select transaction_password_reset_at as at from identity.customers where customer_id = $1',
      [who.customer_id],
    )
    expect(reset[0]?.at, 'by a recovery code').not.toBeNull()
    const [last] = (await world.stateOf(who)).passkeys
    const last_id = last?.passkey_id ?? ''
    expect(
      (await remove(last_id, await world.proofFor(who, passkeyRemove, { passkey_id: last_id }))).code,
    ).toBe(200)
    expect(await world.stateOf(who)).toMatchObject({ since: null, recovery_codes_left: 0, passkeys: [] })
    expect(await world.outcome(who, {})).toBe('granted')
    expect(await world.auditOf(who.customer_id)).toEqual([
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
    const who = await world.holder()
    const [code = ''] = who.recovery_codes
    expect((await world.add(who, who.device, { second_factor: code })).data.reason, 'kept already').toBe(
      'passkey_wrong',
    )
    for (let have = 1; have < 10; have += 1) {
      expect(
        (await world.add(who, new SoftwarePasskey(PASSKEY_ORIGIN), await world.proofFor(who, passkeyBegin)))
          .code,
      ).toBe(200)
    }
    const eleventh = await world.add(
      who,
      new SoftwarePasskey(PASSKEY_ORIGIN),
      await world.proofFor(who, passkeyBegin),
    )
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
