import { userInfoCall } from '@adtally/contract/identity/identity.ts'
import { passkeyRemove, secondFactorAtSignIn } from '@adtally/contract/identity/security.ts'
import { setPassword } from '@adtally/contract/money/wallet.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { SoftwarePasskey } from '../../../testing/office/software-passkey.ts'
import { buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { FACTOR_PASSWORD } from '../../../testing/worlds/customer-with-factor.ts'
import { forgetTries, identityProgram } from '../../../testing/worlds/identity-program.ts'
import { asksIn, PASSKEY_ORIGIN, PasskeyWorld, questionIn } from '../testing/passkey-world.ts'

const MINUTE_MS = 60_000
const password = FACTOR_PASSWORD

const program = await identityProgram({ variables: { PUBLIC_ORIGIN: PASSKEY_ORIGIN } })
const world = new PasskeyWorld(program)
beforeEach(() => forgetTries(program.db))
afterAll(() => program.close())

describe('PRODUCT §7: a passkey’s answer', () => {
  test('opens a session at sign-in in place of a code, and only then; a code still does for who has both [proof 334]', async () => {
    const who = await world.holder()
    expect((await world.signIn(who)).code, 'not asked for at sign-in').toBe(200)
    const on = { at_sign_in: true }
    const proof = await world.proofFor(who, secondFactorAtSignIn, on)
    expect((await program.call(secondFactorAtSignIn, { ...on, password, ...proof }, who.options)).code).toBe(
      200,
    )
    const refused = await world.signIn(who)
    expect(Object.keys(refused.data).toSorted()).toEqual(['asks', 'field', 'reason'])
    expect(JSON.stringify(await world.signIn({ ...who, password: 'a wild guess' }))).not.toContain('asks')
    const passkey = who.device.answer(questionIn(refused))
    const guess = await world.signIn({ ...who, password: 'a wild guess' }, { passkey })
    expect(guess.data.reason).toBe('credentials_wrong')
    const { code, data } = await world.signIn(who, { passkey })
    expect(code).toBe(200)
    expect((await program.call(userInfoCall, {}, { token: data.token })).code).toBe(200)
    expect((await world.signIn(who, { passkey })).data.reason, 'once').toBe('passkey_wrong')
    expect((await world.signIn(who, { second_factor: who.recovery_codes[0] ?? '' })).code).toBe(200)
    const both = await world.addApp(who)
    expect(asksIn(await world.signIn(who)).app).toBe(true)
    expect((await world.signIn(who, { second_factor: await both() })).code).toBe(200)
    expect(
      (await world.signIn(who, { passkey: who.device.answer(questionIn(await world.signIn(who))) })).code,
    ).toBe(200)
  })

  test('is good once, within five minutes, for its own customer, page and host, and looked at [proof 335]', async () => {
    const [who, stranger] = [await world.holder(), await world.holder()]
    const passkey = who.device.answer(questionIn(await world.grant(who)))
    expect(await world.outcome(who, { passkey })).toBe('granted')
    expect(await world.outcome(who, { passkey }), 'replayed').toBe('passkey_wrong')
    expect(await world.answered(who, { challenge: questionIn(await world.grant(stranger)).challenge })).toBe(
      'passkey_wrong',
    )
    expect(await world.answered(who, {}, stranger.device), 'of another customer').toBe('passkey_wrong')
    expect(await world.answered(who, { key: stranger.device.key })).toBe('passkey_wrong')
    await world.outcome(who, { second_factor: who.recovery_codes[0] ?? '' })
    expect(await world.answered(who, { origin: 'https://evil.example' })).toBe('passkey_wrong')
    expect(await world.answered(who, { rp_id: 'evil.example' })).toBe('passkey_wrong')
    expect(await world.answered(who, { is_verified: false })).toBe('passkey_wrong')
    await world.outcome(who, { second_factor: who.recovery_codes[1] ?? '' })
    expect(await world.answered(who, { type: 'webauthn.create' })).toBe('passkey_wrong')
    expect(await world.answered(who, { in_frame: true })).toBe('passkey_wrong')
    const late = who.device.answer(questionIn(await world.grant(who)))
    await program.advance(5 * MINUTE_MS + 1000)
    expect(await world.outcome(who, { passkey: late })).toBe('passkey_wrong')
    expect(await world.answered(who)).toBe('granted')
    const one = who.device.answer(questionIn(await world.grant(who)))
    const many = await Promise.all(Array.from({ length: 4 }, () => world.outcome(who, { passkey: one })))
    expect(many.filter((each) => each === 'granted')).toHaveLength(1)
  })

  test('lets go only of the amount that it was asked about, to whom, and of nothing else [proof 336]', async () => {
    const who = await world.holder()
    const answer = async (of = who) => ({ passkey: who.device.answer(questionIn(await world.grant(of))) })
    expect(await world.outcome(who, await answer(), '5.01')).toBe('passkey_wrong')
    expect(await world.outcome(who, await answer(), '5.00')).toBe('granted')
    const before = await answer()
    const other = { ...who, beneficiary_id: await world.bind(who, 'GB33BUKB20201555555555') }
    expect(await world.outcome(other, before)).toBe('passkey_wrong')
    expect(await world.outcome(other, { second_factor: who.recovery_codes[0] ?? '' })).toBe('granted')
    const { passkeys } = await world.stateOf(who)
    const of_change = await program.call(
      passkeyRemove,
      { password, passkey_id: passkeys[0]?.passkey_id ?? '', ...(await answer(other)) },
      who.options,
    )
    expect(of_change.data.reason, 'a withdrawal’s answer removes nothing').toBe('passkey_wrong')
    const to_change = await world.proofFor(who, secondFactorAtSignIn, { at_sign_in: true })
    expect(await world.outcome(other, to_change)).toBe('passkey_wrong')
    const off = {
      at_sign_in: false,
      password,
      ...(await world.proofFor(who, secondFactorAtSignIn, { at_sign_in: true })),
    }
    expect((await program.call(secondFactorAtSignIn, off, who.options)).data.reason).toBe('passkey_wrong')
  })

  test('whose device counts back is refused, and the audit log keeps it; one that does not count is taken [proof 337]', async () => {
    const who = await world.holder()
    who.device.sign_count = 7
    expect(await world.answered(who)).toBe('granted')
    expect(await world.answered(who, { sign_count: 8 }), 'as many as before').toBe('passkey_counter_back')
    expect(await world.answered(who, { sign_count: 3 })).toBe('passkey_counter_back')
    expect(await world.answered(who, { sign_count: 0 })).toBe('passkey_counter_back')
    expect(await world.auditOf(who.customer_id)).toEqual([
      'passkey.added',
      ...Array(3).fill('passkey.counter_back'),
    ])
    expect(await world.answered(who, { sign_count: 20 })).toBe('granted')
    const still = await buildCustomer(program.services)
    await program.call(setPassword, { password }, { token: still.token })
    const device = new SoftwarePasskey(PASSKEY_ORIGIN, { counts: false })
    await world.add(still, device)
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
    const who = await world.holder()
    for (let tries = 0; tries < 4; tries += 1)
      expect(await world.answered(who, { challenge: 'AAAA' })).toBe('passkey_wrong')
    expect(await world.outcome(who, { second_factor: '999999' })).toBe('second_factor_wrong')
    expect(await world.answered(who)).toBe('second_factor_locked')
    expect(await world.outcome(who, { second_factor: who.recovery_codes[0] ?? '' })).toBe(
      'second_factor_locked',
    )
    await program.advance(15 * MINUTE_MS + 1000)
    expect(await world.answered(who)).toBe('granted')
  })
})
