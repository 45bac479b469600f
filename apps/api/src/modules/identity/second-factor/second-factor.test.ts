import { login, userInfoCall } from '@adtally/contract/identity/identity.ts'
import {
  secondFactor,
  secondFactorBegin,
  secondFactorConfirm,
  secondFactorRemove,
} from '@adtally/contract/identity/security.ts'
import { bankCardEdit, checkPassword, setPassword } from '@adtally/contract/money/wallet.ts'
import { verify } from '@node-rs/argon2'
import { afterAll, describe, expect, test } from 'vitest'
import { Office } from '../../../demo/office.ts'
import { fromBase32 } from '../../../testing/from-base32.ts'
import { expectRefusedByRoutine } from '../../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../../testing/said-by-login.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildCustomer, transactionPasswordDigest } from '../../../testing/worlds/build-customer.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import { readWallClock, totpCode } from '../../operators/index.ts'
import { newRecoveryCodes, openCode, spelledCode } from './recovery-code.ts'
import { recoveryCodes } from './second-factors.repository.ts'

const STEP_MS = 30_000
const password = transactionPasswordDigest('135790')

const t = await testProgram()
afterAll(() => t.close())

/** A customer with a beneficiary; `code(ahead)` is their app's code that many steps from now. */
async function customer() {
  const { token, customer_id, username, password: login_password } = await buildCustomer(t.services)
  const options = { token }
  const signIn = async () => (await t.call(login, { username, password: login_password }, {})).data.token
  await t.call(setPassword, { password }, options)
  const beneficiary = {
    kind: 'bank_account',
    bank_name: 'Bank',
    beneficiary_name: 'Some One',
    account_number: 'DE89370400440532013000',
  } as const
  const { beneficiary_id } = (await t.call(bankCardEdit, { beneficiary, password }, options)).data
  const grant = async (second_factor?: string) => {
    const input = { password, amount: '5.00', beneficiary_id, ...(second_factor && { second_factor }) }
    const { data } = await t.call(checkPassword, input, options)
    return data.reason ?? (data.grant ? 'granted' : 'nothing')
  }
  const begin = async () => {
    const { data } = await t.call(secondFactorBegin, { password }, options)
    const secret = fromBase32(data.secret)
    return async (ahead = 0) => {
      const now = await t.system(readWallClock)
      return totpCode(secret, BigInt(Math.floor(now.getTime() / STEP_MS) + ahead))
    }
  }
  return { customer_id, username, options, signIn, grant, begin }
}

/** A customer with an app, whose present code was used to set it up; `code(1)` is the next. */
async function customerWithFactor() {
  const one = await customer()
  const code = await one.begin()
  const used = await code()
  const { data } = await t.call(secondFactorConfirm, { code: used }, one.options)
  return { ...one, code, used, recovery_codes: data.recovery_codes }
}

describe('PRODUCT §7: a second factor for withdrawals', () => {
  test('is optional, and asked for only after the app has shown a first code', async () => {
    const { grant, begin, options } = await customer()
    expect(await grant()).toBe('granted')
    const code = await begin()
    expect(await grant(), 'begun, not confirmed').toBe('granted')
    expect((await t.call(secondFactorConfirm, { code: '000000' }, options)).data.reason).toBe(
      'second_factor_wrong',
    )
    const { data: confirmed } = await t.call(secondFactorConfirm, { code: await code() }, options)
    expect(await grant()).toBe('second_factor_required')
    expect(await grant(await code(1))).toBe('granted')
    expect((await t.call(secondFactorBegin, { password }, options)).data.reason).toBe(
      'second_factor_required',
    )
    const again = { password, second_factor: confirmed.recovery_codes[0] ?? '' }
    expect((await t.call(secondFactorBegin, again, options)).data.reason).toBe('second_factor_set')
    expect((await t.call(secondFactor, {}, options)).data).toMatchObject({
      since: expect.any(String),
      recovery_codes_left: 10,
    })
  })

  test('a code is good once, and an old one is none', async () => {
    const { grant, code, used } = await customerWithFactor()
    expect(await grant(used), 'used when it was set up').toBe('second_factor_wrong')
    const next = await code(1)
    expect(await grant(next)).toBe('granted')
    expect(await grant(next)).toBe('second_factor_wrong')
    expect(await grant(await code(-3))).toBe('second_factor_wrong')
  })

  test('of twenty uses of one code at once, one gets a grant', async () => {
    const { grant, code } = await customerWithFactor()
    const next = await code(1)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => grant(next)))
    expect(outcomes.filter((outcome) => outcome === 'granted')).toHaveLength(1)
  })

  test('five wrong codes lock it for fifteen minutes', async () => {
    const { grant, code } = await customerWithFactor()
    for (let tries = 0; tries < 5; tries += 1) expect(await grant('999999')).toBe('second_factor_wrong')
    expect(await grant(await code(1))).toBe('second_factor_locked')
    await t.advance(15 * 60_000 + 1000)
    expect(await grant(await code(1))).toBe('granted')
  })

  test('a wrong password says nothing of it', async () => {
    const { options } = await customerWithFactor()
    const { data } = await t.call(
      checkPassword,
      {
        password: transactionPasswordDigest('000001'),
        amount: '5.00',
        beneficiary_id: '01890000-0000-7000-8000-0000000000b1',
      },
      options,
    )
    expect(data.reason).toBe('transaction_password_wrong')
  })

  test('a recovery code stands in for the app once', async () => {
    const { grant, recovery_codes } = await customerWithFactor()
    const [first = '', second = ''] = recovery_codes
    expect(await grant(first)).toBe('granted')
    expect(await grant(first)).toBe('second_factor_wrong')
    expect(await grant(second.replace('-', '').toUpperCase())).toBe('granted')
  })

  test('a right recovery code sent six times at once is taken once and locks nothing; six wrong ones at once do [proof 617]', async () => {
    const { grant, recovery_codes } = await customerWithFactor()
    const [first = '', second = ''] = recovery_codes
    const six = (code: string) => Promise.all(Array.from({ length: 6 }, () => grant(code)))
    expect((await six(first)).toSorted()).toEqual(['granted', ...Array(5).fill('second_factor_wrong')])
    expect((await six(first)).toSorted(), 'after it was used').toEqual(Array(6).fill('second_factor_wrong'))
    expect(await grant(second)).toBe('granted')
    expect((await six('aaaaa-aaaaa')).toSorted()).toEqual([
      'second_factor_locked',
      ...Array(5).fill('second_factor_wrong'),
    ])
  })

  test('is removed by the app’s code at once; by a recovery code or by staff withdrawals then wait 24 hours', async () => {
    const waitOf = async (customer_id: string) => {
      const row = await t.system((tx) =>
        tx
          .selectFrom('identity.customers')
          .select('transaction_password_reset_at as reset_at')
          .where('customer_id', '=', customer_id)
          .executeTakeFirstOrThrow(),
      )
      return row.reset_at
    }
    const byApp = await customerWithFactor()
    const remove = (one: typeof byApp, code: string) =>
      t.call(secondFactorRemove, { password, second_factor: code }, one.options)
    expect((await remove(byApp, '999999')).data.reason).toBe('second_factor_wrong')
    expect((await remove(byApp, await byApp.code(1))).code).toBe(200)
    expect(await byApp.grant()).toBe('granted')
    expect(await waitOf(byApp.customer_id)).toBeNull()
    const byPaper = await customerWithFactor()
    await remove(byPaper, byPaper.recovery_codes[3] ?? '')
    expect(await waitOf(byPaper.customer_id)).not.toBeNull()
    const lost = await customerWithFactor()
    const office = new Office(t.services, t.modules, await buildStaff(t.services))
    const flags = { customer: lost.username, reason: 'Phone and paper lost, person seen' }
    await office.decide('remove-second-factor', flags)
    expect(await lost.grant(), 'no session has shown that it is the customer’s').toBe(ENDED.reason)
    lost.options.token = await lost.signIn()
    expect(await lost.grant()).toBe('granted')
    expect(await waitOf(lost.customer_id)).not.toBeNull()
  })
})

const ENDED = { code: 503, reason: 'session_second_factor_changed' }
const GOES_ON = { code: 200, reason: undefined }
async function whoIs(token: string) {
  const { code, data } = await t.call(userInfoCall, {}, { token })
  return { code, reason: data.reason }
}

describe('other sessions', () => {
  test('end when a second factor is set up and when it is removed, and say why; the one that did it goes on [proof 296]', async () => {
    const one = await customer()
    const bystander = await customer()
    const other = await one.signIn()
    const code = await one.begin()
    expect((await t.call(secondFactorConfirm, { code: '000000' }, one.options)).data.reason).toBe(
      'second_factor_wrong',
    )
    expect(await whoIs(other), 'begun, and tried in vain').toEqual(GOES_ON)
    await t.call(secondFactorConfirm, { code: await code() }, one.options)
    expect(await whoIs(other)).toEqual(ENDED)
    expect(await whoIs(one.options.token)).toEqual(GOES_ON)
    const later = await one.signIn()
    expect(await whoIs(later)).toEqual(GOES_ON)
    await t.call(secondFactorRemove, { password, second_factor: '999999' }, one.options)
    expect(await whoIs(later)).toEqual(GOES_ON)
    expect(
      (await t.call(secondFactorRemove, { password, second_factor: await code(1) }, one.options)).code,
    ).toBe(200)
    expect(await whoIs(later)).toEqual(ENDED)
    expect(await whoIs(one.options.token)).toEqual(GOES_ON)
    expect(await whoIs(bystander.options.token)).toEqual(GOES_ON)
  })

  test('end with a factor that two of the staff remove, and by the office’s login not without them', async () => {
    const { customer_id } = await customerWithFactor()
    const end = `select identity.end_sessions_with_factor('${customer_id}')`
    const routine = 'identity.end_sessions_with_factor'
    await expectRefusedByRoutine(
      t.db.asOwner,
      [{ routine, from: 'if not operators', to: 'if false and not operators' }],
      () => saidByLogin(t.db.logins.office, end),
      /nobody approved that the second factor/,
    )
  })
})

test('recovery codes are kept by a slow hash, sealed by a key that no database holds, with a salt of their own set [proof 598]', async () => {
  const kept = async ({ customer_id }: { customer_id: string }) =>
    await t.system((tx) => recoveryCodes(tx, customer_id))
  const hashesOf = async (customer: { customer_id: string }) =>
    (await kept(customer)).map((sealed) => openCode(t.services, customer.customer_id, sealed) ?? '')
  const [one, other] = [await customerWithFactor(), await customerWithFactor()]
  const hashes = await hashesOf(one)
  const stored = await kept(one)
  expect(stored.map((sealed) => openCode(t.services, other.customer_id, sealed))).toEqual(
    Array(10).fill(null),
  )
  expect(stored.filter((sealed) => sealed.includes('argon2'))).toEqual([])
  const salts = (texts: readonly string[]) =>
    new Set(texts.map((text) => text.split('$').slice(0, 5).join('$')))
  expect(new Set(hashes).size).toBe(10)
  // One salt per set, so that a try costs one computation for all ten.
  expect(salts(hashes).size).toBe(1)
  expect(salts([...hashes, ...(await hashesOf(other))]).size).toBe(2)
  const [code = ''] = one.recovery_codes
  const fitting = await Promise.all(hashes.map((hash) => verify(hash, spelledCode(code))))
  expect(fitting.filter(Boolean)).toEqual([true])
  expect(await other.grant(code)).toBe('second_factor_wrong')
  expect(await one.grant(code)).toBe('granted')
})

test('recovery codes are ten and differ', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/)
})
