import { afterAll, describe, expect, test } from 'vitest'
import { codeNow, secretOf } from '../../../testing/authenticator-app.ts'
import { plant } from '../../../testing/plant.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import {
  inviteByStaff,
  makeParty,
  newAddress,
  newPartner,
  PARTNER_NETWORK,
  PARTNER_PASSWORD,
  runPartnerVerb,
  twoAgree,
} from '../../../testing/worlds/partner-world.ts'
import { newSessionToken, openFactor } from '../../operators/index.ts'
import {
  activatePartner,
  authenticatePartner,
  provePartnerAgain,
  resumePartner,
  signPartnerOut,
} from '../index.ts'
import type { FactorGiven } from './authenticate-partner.ts'
import { signInParameters, trySignIn } from './sign-in.repository.ts'

const t = await testServices()
afterAll(() => t.close())
const party_id = await makeParty(t.services, 'publisher')
const of_party = { side: 'publisher', party_id } as const

const HOUR_MS = 3_600_000
const [HOME, ELSEWHERE] = [PARTNER_NETWORK, '198.51.100.9']

/** An owner of the party who has set a password and, if wanted, a second factor. */
async function owner({ second_factor = false } = {}) {
  const email = newAddress()
  const codes = await inviteByStaff(t.services, { ...of_party, email, role: 'owner' })
  const activated = await activatePartner(t.services, {
    ...{ email, ...codes, new_password: PARTNER_PASSWORD, second_factor },
  })
  return activated
}

const signIn = (
  email: string,
  {
    password = PARTNER_PASSWORD,
    network = HOME,
    ...factor
  }: FactorGiven & Record<string, string | undefined> = {},
) => authenticatePartner(t.services, { email, password, ...factor }, { network, device: null })
const tried = (...asked: Parameters<typeof signIn>) => reasonOf(signIn(...asked))

describe('somebody new', () => {
  test('sets a password by both halves of a code in their order, once, and within a week [proof 1343]', async () => {
    const email = newAddress()
    const { first_code, second_code } = await inviteByStaff(t.services, { ...of_party, email, role: 'owner' })
    const activate = (first: string, second: string, new_password = PARTNER_PASSWORD) =>
      reasonOf(activatePartner(t.services, { email, first_code: first, second_code: second, new_password }))
    expect(await tried(email)).toBe('staff_credentials_wrong')
    for (const [first, second] of [
      [first_code, first_code],
      [second_code, first_code],
      ['', second_code],
    ] as const)
      expect(await activate(first, second)).toBe('staff_credentials_wrong')
    expect(await activate(first_code, second_code, 'password1234')).toBe('password_too_common')
    await t.advance(167 * HOUR_MS)
    expect(await activate(first_code, second_code)).toBe('ok')
    expect(await activate(first_code, second_code, 'another walk over the weir')).toBe(
      'staff_credentials_wrong',
    )
    expect(await tried(email)).toBe('ok')
    const late = newAddress()
    const codes = await inviteByStaff(t.services, { ...of_party, email: late, role: 'member' })
    await t.advance(169 * HOUR_MS)
    const activation = { email: late, new_password: PARTNER_PASSWORD }
    expect(await reasonOf(activatePartner(t.services, { ...activation, ...codes }))).toBe(
      'staff_credentials_wrong',
    )
    const partner_person_id = await idOf(late)
    const renewed = await twoAgree(t.services, 'reset-partner-factor', {
      partner_person_id,
      reason: 'They were away',
    })
    expect(await reasonOf(activatePartner(t.services, { ...activation, ...renewed }))).toBe('ok')
  })

  test('is invited once: an address is one person’s of one party, and a party’s first is an owner', async () => {
    const email = newAddress()
    const invite = (flags: { email: string; role: 'owner' | 'member'; party_id: string }) =>
      reasonOf(inviteByStaff(t.services, { side: 'publisher', ...flags }))
    expect(await invite({ email, role: 'member', party_id })).toBe('ok')
    expect(await invite({ email, role: 'member', party_id })).toBe('record_exists')
    const other = await makeParty(t.services, 'publisher')
    const { email: known } = await newPartner(t, { side: 'publisher', party_id, role: 'member' })
    expect(await invite({ email: known, role: 'owner', party_id: other })).toBe('record_exists')
    expect(await invite({ email: newAddress(), role: 'member', party_id: other })).toBe('state_conflict')
    const nobodys = '0193f2c0-0000-7000-8000-00000000dead'
    expect(await invite({ email: newAddress(), role: 'owner', party_id: nobodys })).toBe('record_not_found')
  })
})

describe('a second factor', () => {
  test('is asked for where there is one, by a code of the app that was not used [proof 1344]', async () => {
    const { email, second_factor, recovery_codes } = await owner({ second_factor: true })
    const secret = secretOf(second_factor ?? '')
    expect(recovery_codes).toHaveLength(8)
    expect(await tried(email)).toBe('second_factor_required')
    expect(await tried(email, { totp: '000000x' })).toBe('second_factor_wrong')
    expect(await tried(email, { totp: codeNow(secret, -1), password: 'a guess' })).toBe(
      'staff_credentials_wrong',
    )
    const partner = await signIn(email, { totp: codeNow(secret, -1) })
    expect(await tried(email, { totp: codeNow(secret, -1) })).toBe('second_factor_wrong')
    const prove = (given: FactorGiven & { password?: string }) =>
      reasonOf(provePartnerAgain(t.services, partner, given, HOME))
    expect(await prove({ password: PARTNER_PASSWORD })).toBe('second_factor_required')
    expect(await prove({ totp: codeNow(secret) })).toBe('ok')
    expect(await prove({ totp: codeNow(secret) })).toBe('second_factor_wrong')
  })

  test('is judged by the database: no used step, no other’s proof and none at all', async () => {
    const { email, second_factor } = await owner({ second_factor: true })
    await signIn(email, { totp: codeNow(secretOf(second_factor ?? '')) })
    const known = await t.system((tx) => signInParameters(tx, email))
    const {
      person_id = '',
      factor_sealed = null,
      password_key_sealed = null,
      factor_last_step = 0n,
    } = known ?? {}
    const key = t.services.settings.secret('partner-second-factor')
    const factor = factor_sealed && openFactor(key, person_id, factor_sealed)
    if (!factor) throw new Error('there is a second factor')
    const password_proof = await t.services.partner_passwords.proof(
      ...([person_id, PARTNER_PASSWORD, password_key_sealed] as const),
    )
    const judge = async (factor_proof: Buffer | null, factor_step: bigint) =>
      await t.system((tx) =>
        trySignIn(tx, {
          ...{ email, password_proof, factor_proof, factor_step, recovery_proof: null },
          ...{ session_token: newSessionToken(), network: HOME, device: null },
        }),
      )
    const wrong = { outcome: 'factor_wrong' }
    expect(await judge(factor.factor_proof, factor_last_step)).toMatchObject(wrong)
    expect(await judge(Buffer.alloc(32), factor_last_step + 1n)).toMatchObject(wrong)
    expect(await judge(null, factor_last_step + 1n)).toMatchObject(wrong)
    expect(await judge(factor.factor_proof, factor_last_step + 1n)).toMatchObject({ outcome: 'right' })
  })

  test('is stood in for by a recovery code, once each, and by nobody else’s [proof 1345]', async () => {
    const { email, recovery_codes } = await owner({ second_factor: true })
    const [first = '', second = ''] = recovery_codes
    const { recovery_codes: of_other } = await owner({ second_factor: true })
    expect(await tried(email, { recovery_code: of_other[0] })).toBe('second_factor_wrong')
    expect(await tried(email, { recovery_code: first, password: 'a guess' })).toBe('staff_credentials_wrong')
    expect(await tried(email, { recovery_code: first })).toBe('ok')
    expect(await tried(email, { recovery_code: first })).toBe('second_factor_wrong')
    expect(await tried(email, { recovery_code: second.replaceAll('-', '') })).toBe('ok')
  })

  test('has other recovery codes in place of those that one has, asked for with a fresh proof [proof 1368]', async () => {
    const { email, recovery_codes } = await owner({ second_factor: true })
    const [first = '', second = ''] = recovery_codes
    const partner = await signIn(email, { recovery_code: first })
    const renew = (by = partner) => runPartnerVerb(t.services, by, 'renew-recovery-codes')
    const renewed = Object(await renew()).recovery_codes
    expect(renewed).toHaveLength(8)
    expect(await tried(email, { recovery_code: second })).toBe('second_factor_wrong')
    expect(await tried(email, { recovery_code: renewed[0] })).toBe('ok')
    await age(
      await idOf(email),
      "opened_at = opened_at - interval '1 hour', proved_at = proved_at - interval '5 minutes'",
    )
    expect(await reasonOf(renew()), 'the database asks, too').toBe('proof_stale')
    const without = await owner()
    expect(await reasonOf(renew(await signIn(without.email)))).toBe('state_conflict')
  })

  test('control: were a recovery code not used up, it would open a second session', async () => {
    const { email, recovery_codes } = await owner({ second_factor: true })
    const undoing = await plant(t.db.asOwner, [
      { routine: 'partners.use_factor', from: "when outcome = 'recovery'", to: 'when false' },
    ])
    const outcomes = [
      await tried(email, { recovery_code: recovery_codes[0] }),
      await tried(email, { recovery_code: recovery_codes[0] }),
    ]
    for (const undo of undoing) await t.db.asOwner(undo)
    expect(outcomes).toEqual(['ok', 'ok'])
  })

  test('is compulsory on a live ledger: it comes with the password, and without one nobody signs in [proof 1346]', async () => {
    const without = await owner()
    expect(await tried(without.email)).toBe('ok')
    const live = { ...t.services, settings: { ...t.services.settings, ledger_mode: 'live' as const } }
    const email = newAddress()
    const codes = await inviteByStaff(t.services, { ...of_party, email, role: 'member' })
    const made = await activatePartner(live, { email, ...codes, new_password: PARTNER_PASSWORD })
    expect(made.second_factor).toMatch(/^otpauth:/)
    // The database judges by what it is itself, whatever the program's settings say.
    const undoing = await plant(t.db.asOwner, [
      { routine: 'partners.judge_factor', from: "where mode = 'live'", to: "where mode = 'sandbox'" },
    ])
    const outcomes = [
      await tried(without.email),
      await tried(email, { totp: codeNow(secretOf(made.second_factor ?? '')) }),
    ]
    for (const undo of undoing) await t.db.asOwner(undo)
    expect(outcomes).toEqual(['second_factor_required', 'ok'])
  })
})

describe('wrong tries', () => {
  test('lock an address where they were made, five of them, and nowhere else; an unknown one is told the same [proof 1347]', async () => {
    const { email } = await owner()
    for (const address of [email, newAddress()]) {
      const told = []
      for (let tries = 0; tries < 6; tries += 1)
        told.push(await tried(address, { password: 'a guess', network: ELSEWHERE }))
      expect(told).toEqual([...Array(4).fill('staff_credentials_wrong'), 'staff_locked', 'staff_locked'])
    }
    expect(await tried(email, { network: ELSEWHERE })).toBe('staff_locked')
    expect(await tried(email)).toBe('ok')
    await t.advance(HOUR_MS / 4)
    expect(await tried(email, { network: ELSEWHERE })).toBe('ok')
    const [locked] = await t.db.asOwner<{ count: string }>(
      "select count(*) from audit.entries where action = 'partner.sign_in_locked' and subject_id = $1",
      [await idOf(email)],
    )
    expect(Number(locked?.count)).toBeGreaterThan(0)
  })

  test('control: were the network not asked, they would lock it everywhere', async () => {
    const { email } = await owner()
    const undoing = await plant(t.db.asOwner, [
      {
        routine: 'partners.count_try',
        from: 'partners.tries_key(address), tried_network,',
        to: "partners.tries_key(address), 'anywhere',",
      },
    ])
    for (let tries = 0; tries < 5; tries += 1) await tried(email, { password: 'a guess', network: ELSEWHERE })
    const at_home = await tried(email)
    for (const undo of undoing) await t.db.asOwner(undo)
    expect(at_home).toBe('staff_locked')
  })
})

const age = (person_id: string, parts: string) =>
  t.db.asOwner(`update partners.sessions set ${parts} where person_id = $1`, [person_id])

describe('a session', () => {
  test('ends with every other by a new password, which takes the old one [proof 1369]', async () => {
    const { email } = await owner()
    const [one, other] = [await signIn(email), await signIn(email)]
    const new_password = 'a lantern at the ferry landing'
    const change = (password: string, to = new_password) =>
      reasonOf(runPartnerVerb(t.services, one, 'change-own-password', { password, new_password: to }))
    expect(await change('a guess')).toBe('staff_credentials_wrong')
    expect(await change(PARTNER_PASSWORD, 'password1234')).toBe('password_too_common')
    expect(await reasonOf(resumePartner(t.services, other.session_token))).toBe('ok')
    expect(await change(PARTNER_PASSWORD)).toBe('ok')
    for (const { session_token } of [one, other])
      expect(await reasonOf(resumePartner(t.services, session_token))).toBe('token_expired')
    expect([await tried(email), await tried(email, { password: new_password })]).toEqual([
      'staff_credentials_wrong',
      'ok',
    ])
  })

  test('ends after a quarter of an hour idle, twelve hours in all, or by signing out [proof 1348]', async () => {
    const { email } = await owner()
    const open = async () => (await signIn(email)).session_token
    const is_live = async (token: string) => await reasonOf(resumePartner(t.services, token))
    const person_id = await idOf(email)
    const idle = await open()
    await age(
      person_id,
      "opened_at = opened_at - interval '1 hour', proved_at = proved_at - interval '1 hour', seen_at = seen_at - interval '14 minutes'",
    )
    expect(await is_live(idle)).toBe('ok')
    await age(person_id, "seen_at = seen_at - interval '15 minutes'")
    expect(await is_live(idle)).toBe('token_expired')
    const long = await open()
    await age(person_id, "opened_at = opened_at - interval '12 hours'")
    expect(await is_live(long)).toBe('token_expired')
    const [first, second] = [await open(), await open()]
    await signPartnerOut(t.services, first)
    expect([await is_live(first), await is_live(second)]).toEqual(['token_expired', 'ok'])
  })
})

async function idOf(email: string): Promise<string> {
  const [row] = await t.db.asOwner<{ person_id: string }>(
    'select person_id from partners.people where email = $1 and removed_at is null',
    [email],
  )
  return row?.person_id ?? ''
}
