import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBase32 } from '../../testing/from-base32.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { auditModule } from '../audit/index.ts'
import type { Staff } from '../module.ts'
import {
  activateStaff,
  authenticateStaff,
  type Founder,
  initialiseStaff,
  operatorsModule,
  runVerb,
  verbsOf,
  withDigests,
} from './index.ts'
import { totpCode } from './sign-in/totp.ts'

const modules = [auditModule, operatorsModule]
const verbs = verbsOf(modules)
const PASSWORD = 'a long enough password'
const WRONG = 'not the right password'
const founder = (username: string, more: Partial<Founder> = {}): Founder => ({
  username,
  display_name: username,
  password: PASSWORD,
  ...more,
})
const harness = await testServices({ modules, no_staff: true })
afterAll(() => harness.close())
const services = harness.services

const signIn = (username: string, password = PASSWORD, totp?: string) =>
  authenticateStaff(services, username, password, totp)
const refusedSignIn = (username: string, password = PASSWORD, totp?: string) =>
  expect(signIn(username, password, totp)).rejects.toMatchObject({ reason: 'staff_credentials_wrong' })

async function run(staff: Staff, name: string, flags: Record<string, unknown> = {}): Promise<unknown> {
  const verb = verbs.find((known) => known.name === name)
  if (!verb) throw new Error(`no verb ${name}`)
  const given = await withDigests(services, verbs, staff, name, flags)
  return await runVerb(services, verb, staff, given)
}
const textOf = (outcome: unknown, pattern: RegExp) => pattern.exec(JSON.stringify(outcome))?.[1] ?? ''

describe('the first two', () => {
  test('have two names', async () => {
    await expect(initialiseStaff(services, [founder('ann'), founder('ann')])).rejects.toMatchObject({
      reason: 'four_eyes',
    })
  })

  test('are made once, though ten try at once, and are admins and nothing else', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        initialiseStaff(services, [founder(`ann${index}`), founder(`bob${index}`)]),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ reason: 'record_exists' })
    }
    expect(await harness.db.asOwner('select roles from operators.staff')).toEqual(
      Array(2).fill({ roles: ['admin'] }),
    )
  })

  test('and a third founder is refused by the database', async () => {
    const insert = (place: number | null) =>
      harness.db.asOwner(
        `insert into operators.staff (staff_id, username, display_name, roles, founder)
         values (gen_random_uuid(), 'eve', 'Eve', '{admin}', $1)`,
        [place],
      )
    await expect(insert(1)).rejects.toThrow(/unique/)
    await expect(insert(3)).rejects.toThrow(/check constraint/)
    await expect(insert(null)).rejects.toThrow(/nobody approved/)
  })
})

describe('somebody new', () => {
  let ann: Staff
  let bob: Staff
  beforeAll(async () => {
    const rows = await harness.db.asOwner<{ username: string }>(
      'select username from operators.staff order by founder',
    )
    ann = await signIn(rows[0]?.username ?? '')
    bob = await signIn(rows[1]?.username ?? '')
  })
  const flags = { username: 'carol', display_name: 'Carol', roles: 'support,content', reason: 'more chats' }
  const code = /"(?:first|second)_code":"([0-9a-f]{32})"/
  const proposalOf = (outcome: unknown) => textOf(outcome, /"proposal_id":"([^"]+)"/)

  test('is proposed, approved, and sets a password with both halves of the code only', async () => {
    const proposed = await run(ann, 'add-staff', flags)
    await refusedSignIn('carol')
    await expect(run(ann, 'approve', { proposal_id: proposalOf(proposed) })).rejects.toMatchObject({
      reason: 'four_eyes',
    })
    const approved = await run(bob, 'approve', { proposal_id: proposalOf(proposed) })
    await refusedSignIn('carol')
    const [first_code, second_code] = [textOf(proposed, code), textOf(approved, code)]
    const activate = (first: string, second: string) =>
      activateStaff(services, {
        username: 'carol',
        first_code: first,
        second_code: second,
        new_password: PASSWORD,
      })
    for (const [first, second] of [
      [first_code, first_code],
      [second_code, second_code],
      [second_code, first_code],
    ] as const) {
      await expect(activate(first, second)).rejects.toMatchObject({ reason: 'staff_credentials_wrong' })
    }
    await activate(first_code, second_code)
    expect(await signIn('carol')).toMatchObject({ username: 'carol', roles: ['support', 'content'] })
    await expect(activate(first_code, second_code)).rejects.toMatchObject({
      reason: 'staff_credentials_wrong',
    })
  })

  test('is not shown with the digest of a code, nor does the audit log keep one', async () => {
    const proposed = await run(ann, 'add-staff', { ...flags, username: 'dave' })
    const shown = JSON.stringify(await run(bob, 'list-proposals'))
    expect(shown).toContain('dave')
    expect(shown).not.toContain(textOf(proposed, code))
    expect(shown).not.toMatch(/first_code_hash":"[0-9a-f]/)
    const entries = JSON.stringify(await harness.db.asOwner('select * from audit.entries'), (_key, value) =>
      typeof value === 'bigint' ? value.toString() : value,
    )
    expect(entries).not.toContain(PASSWORD)
    expect(entries).not.toContain(textOf(proposed, code))
  })

  test.each(['king', '', 'support,'])('cannot have the roles %j', async (roles) => {
    await expect(run(ann, 'add-staff', { ...flags, username: 'erin', roles })).rejects.toMatchObject({
      reason: 'field_invalid',
    })
  })

  test('without the role may not propose anybody', async () => {
    const carol = await signIn('carol')
    await expect(run(carol, 'add-staff', { ...flags, username: 'frank' })).rejects.toMatchObject({
      reason: 'staff_role_missing',
    })
  })

  test('can be shut out at once, but two stay', async () => {
    await run(ann, 'disable-staff', { username: 'carol', reason: 'left' })
    await refusedSignIn('carol')
    await expect(run(ann, 'disable-staff', { username: bob.username, reason: 'no' })).rejects.toMatchObject({
      reason: 'state_conflict',
    })
  })

  test('change their password, and to no common one [proof 1178]', async () => {
    const change = (new_password: string) => run(bob, 'change-password', { password: PASSWORD, new_password })
    // Bob's session goes on: nothing was changed.
    for (const new_password of ['passwordpassword', 'PasswordPassword'])
      await expect(change(new_password)).rejects.toMatchObject({
        ...{ reason: 'password_too_common', details: { field: 'new_password' } },
      })
    expect(await change(PASSWORD)).toEqual({ username: bob.username })
    expect(await reasonOf(change(PASSWORD))).toBe('token_expired')
    bob = await signIn(bob.username)
  })

  test('every verb is listed', async () => {
    const listed = JSON.stringify(await run(bob, 'list-verbs'))
    for (const { name } of verbs.slice(0, -1)) expect(listed).toContain(`"${name}"`)
  })

  test('the sandbox clock moves forward, audited, and only so far', async () => {
    const before_ms = services.clock.now_ms()
    await run(ann, 'clock-advance', { by: '1d12h', reason: 'a test' })
    await expect.poll(() => services.clock.now_ms() - before_ms).toBeGreaterThanOrEqual(129_600_000)
    for (const by of ['-1d', '401d', '0s', 'tomorrow']) {
      await expect(run(ann, 'clock-advance', { by })).rejects.toMatchObject({ reason: 'field_invalid' })
    }
    expect(
      await harness.db.asOwner(`select actor_name from audit.entries where action = 'clock.advanced'`),
    ).toEqual([{ actor_name: ann.username }])
  })
})

describe('signing in', () => {
  let name: string
  beforeAll(async () => {
    const [row] = await harness.db.asOwner<{ username: string }>(
      'select username from operators.staff where founder = 2',
    )
    name = row?.username ?? ''
  })

  test('refuses a wrong password and an unknown name alike', async () => {
    await refusedSignIn(name, WRONG)
    await refusedSignIn('nobody', PASSWORD)
    await signIn(name)
  })

  test('locks after five failures in a row, the right password too, for a quarter of an hour, and says so [proof 105]', async () => {
    const tried = await Promise.all(Array.from({ length: 12 }, () => reasonOf(signIn(name, WRONG))))
    expect(tried.filter((reason) => reason === 'staff_credentials_wrong')).toHaveLength(4)
    expect(tried.filter((reason) => reason === 'staff_locked')).toHaveLength(8)
    const [counted] = await harness.db.asOwner(
      `select count(*) filter (where action = 'staff.sign_in_failed') as failed,
         count(*) filter (where action = 'staff.sign_in_locked') as locked from audit.entries
       where sequence > (select max(sequence) from audit.entries where action = 'staff.signed_in')`,
    )
    expect(counted).toEqual({ failed: 4n, locked: 1n })
    const [row] = await harness.db.asOwner<{ locked_until: Date }>(
      'select locked_until from operators.tries where locked_until is not null',
    )
    await expect(signIn(name)).rejects.toMatchObject({
      reason: 'staff_locked',
      details: { deadline: row?.locked_until },
    })
    await harness.advance(15 * 60_000)
    await signIn(name)
  })

  test('asks for the second factor where there is one, each code once, and tells it from a wrong password', async () => {
    const other = await testServices({ modules, no_staff: true })
    const [made] = await initialiseStaff(other.services, [
      founder('ann', { second_factor: true }),
      founder('bob'),
    ])
    expect(made?.second_factor).toMatch(/^otpauth:\/\/totp\/Adtally:ann\?secret=[A-Z2-7]{32}&issuer=Adtally$/)
    const secret = fromBase32(textOf(made, /secret=([A-Z2-7]+)/))
    const [clock] = await other.db.asOwner<{ step: string }>(
      'select floor(extract(epoch from clock_timestamp()) / 30)::text as step',
    )
    const code = totpCode(secret, BigInt(clock?.step ?? 0))
    const attempt = (totp?: string, password = PASSWORD) =>
      reasonOf(authenticateStaff(other.services, 'ann', password, totp))
    expect(await attempt()).toBe('second_factor_required')
    expect(await attempt(code === '000000' ? '111111' : '000000')).toBe('second_factor_wrong')
    expect(await attempt(code, WRONG)).toBe('staff_credentials_wrong')
    expect(await attempt(code)).toBe('ok')
    expect(await attempt(code)).toBe('second_factor_wrong')
    expect(await attempt(code, WRONG)).toBe('staff_credentials_wrong')
    await other.close()
  })
})
