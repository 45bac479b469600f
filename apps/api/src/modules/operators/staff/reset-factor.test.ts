import type { StaffRole } from '@adtally/contract/enums.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { fromBase32 } from '../../../testing/from-base32.ts'
import { plant } from '../../../testing/plant.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { expectRefusedByRoutine } from '../../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../../testing/said-by-login.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { foundStaff, joinStaff, STAFF_PASSWORD } from '../../../testing/worlds/build-staff.ts'
import { auditModule, verifyChain } from '../../audit/index.ts'
import type { Staff } from '../../module.ts'
import {
  activateStaff,
  authenticateStaff,
  operatorsModule,
  readWallClock,
  runVerb,
  totpCode,
  verbsOf,
  withDigests,
} from '../index.ts'

const verbs = verbsOf([auditModule, operatorsModule])
const reason = 'their phone fell into the harbour'
const NEW_PASSWORD = 'quite another long password'
const STEP_MS = 30_000

const t = await testServices({ modules: [auditModule, operatorsModule], no_staff: true })
afterAll(() => t.close())
const admins = await foundStaff(t.services, ['anna', 'bert'])
const [anna, bert] = admins

const join = (username: string, ...roles: StaffRole[]) =>
  joinStaff(t.services, { admins }, { username, roles })
const cora = await join('cora', 'admin')
async function run(staff: Staff, name: string, flags: Record<string, unknown> = {}) {
  const verb = verbs.find((known) => known.name === name)
  if (!verb) throw new Error(`no verb ${name}`)
  const given = await withDigests(t.services, verbs, staff, name, flags)
  return Object(await runVerb(t.services, verb, staff, given))
}
const resetting = (by: Staff, username: string) => run(by, 'reset-staff-factor', { username, reason })
const approving = ({ proposal_id }: { proposal_id?: unknown }, by: Staff) =>
  run(by, 'approve', { proposal_id })
const signIn = (username: string, password: string, code?: string) =>
  authenticateStaff(t.services, username, password, code)

/** Sets a factor for somebody who has none, as their activation would. */
async function withFactor(username: string): Promise<void> {
  await t.db.asOwner(
    `update operators.secrets set factor_sealed = 'x', factor_hash = sha256('x')
     where staff_id = (select staff_id from operators.staff where username = $1)`,
    [username],
  )
}
const joinWithFactor = async (username: string, ...roles: StaffRole[]) => {
  const staff = await join(username, ...roles)
  await withFactor(username)
  return staff
}
/** The current code of an authenticator app with this address. */
async function codeOf(address: string | null): Promise<string> {
  const now = await t.system(readWallClock)
  const secret = new URL(address ?? '').searchParams.get('secret') ?? ''
  return totpCode(fromBase32(secret), BigInt(Math.floor(now.getTime() / STEP_MS)))
}

describe('a lost second factor', () => {
  test('is reset by two admins, and set up anew with another password by both halves of a code [proof 298]', async () => {
    const dora = await joinWithFactor('dora', 'finance_maker')
    const proposed = await resetting(anna, 'dora')
    expect(await reasonOf(run(dora, 'list-verbs')), 'proposed is not done').toBe('ok')
    expect(await reasonOf(approving(proposed, anna))).toBe('four_eyes')
    const approved = await approving(proposed, bert)
    expect(approved).toMatchObject({ before: { second_factor: 'set' }, after: { second_factor: 'none' } })
    expect(await reasonOf(approving(proposed, cora))).toBe('proposal_decided')
    expect(await reasonOf(run(dora, 'list-verbs'))).toBe('token_expired')
    expect(await reasonOf(signIn('dora', STAFF_PASSWORD)), 'one factor alone').toBe('staff_credentials_wrong')
    const first_code = String(proposed.first_code)
    const second_code = String(Object(approved.outcome).second_code)
    const activate = (codes: { first_code: string; second_code: string }) =>
      activateStaff(t.services, { username: 'dora', ...codes, new_password: NEW_PASSWORD })
    expect(await reasonOf(activate({ first_code, second_code: first_code }))).toBe('staff_credentials_wrong')
    const { second_factor } = await activate({ first_code, second_code })
    expect(await reasonOf(activate({ first_code, second_code }))).toBe('staff_credentials_wrong')
    expect(await reasonOf(signIn('dora', NEW_PASSWORD))).toBe('second_factor_required')
    expect(await signIn('dora', NEW_PASSWORD, await codeOf(second_factor))).toMatchObject({
      username: 'dora',
    })
    expect(await reasonOf(run(dora, 'list-verbs')), 'an old session does not live again').toBe(
      'token_expired',
    )
  })

  test('is set up anew in a sandbox, too: the database takes no password without one', async () => {
    await joinWithFactor('emil', 'support')
    const proposed = await resetting(anna, 'emil')
    const { outcome } = await approving(proposed, bert)
    const alone = `select operators.activate_staff('emil', '${proposed.first_code}', '${Object(outcome).second_code}',
      'a salt of sixteen', 'proof', null, null, null, 'proof') = 'activated' as activated`
    const activated = async () => {
      await saidByLogin(t.db.logins.office, alone)
      return await saidByLogin(t.db.logins.office, `do $$ begin assert (${alone}); end $$`)
    }
    const fault = { routine: 'operators.activate_staff', from: 'or not needs_factor', to: 'or true' }
    await expectRefusedByRoutine(t.db.asOwner, [fault], activated, /assertion failed/)
  })

  test('leaves whoever set it up anew without the checking of money for a day [proof 1293]', async () => {
    await joinWithFactor('wendy', 'finance_checker')
    const maker = await join('wim', 'finance_maker')
    const proposed = await resetting(anna, 'wendy')
    const { outcome } = await approving(proposed, bert)
    const codes = {
      first_code: String(proposed.first_code),
      second_code: String(Object(outcome).second_code),
    }
    const set = await activateStaff(t.services, { username: 'wendy', ...codes, new_password: NEW_PASSWORD })
    expect(set.recovery_codes).toHaveLength(8)
    const signInAgain = () =>
      authenticateStaff(t.services, 'wendy', NEW_PASSWORD, undefined, undefined, set.recovery_codes[used++])
    let used = 0
    const wendy = await signInAgain()
    const id = '0198c0de-0000-7000-8000-0000000000aa'
    const act = (by: Staff) =>
      saidByLogin(
        t.db.logins.office,
        `select operators.propose('${maker.session_token}', '${id}', 'leader_fee.set', 'leader', '1', null, '{}', 'so', '{}',
           null, '{}');
         select operators.approve('${by.session_token}', '${id}', '{}');`,
      )
    expect(await act(wendy)).toMatch(/wendy checks no money yet/)
    const undoing = await plant(t.db.asOwner, [
      { routine: 'operators.require_rested', from: 'checks_from > platform.now()', to: 'false' },
    ])
    expect(await act(wendy), 'control').toBe('done')
    for (const undo of undoing) await t.db.asOwner(undo)
    await t.advance(24 * 3_600_000)
    expect(await act(await signInAgain())).toBe('done')
  })

  test('is reset by neither its owner nor one admin, nor by another role [proof 299]', async () => {
    const finn = await joinWithFactor('finn', 'admin')
    expect(await reasonOf(resetting(finn, 'finn'))).toBe('four_eyes')
    const proposed = await resetting(anna, 'finn')
    expect(await reasonOf(approving(proposed, finn))).toBe('four_eyes')
    const gus = await join('gus', 'risk')
    expect(await reasonOf(resetting(gus, 'finn'))).toBe('staff_role_missing')
    expect(await reasonOf(approving(proposed, gus))).toBe('staff_role_missing')
    await run(anna, 'refuse-proposal', { proposal_id: proposed.proposal_id, reason })
    // The office's login, past the program, with admins' sessions.
    const say = (text: string) => saidByLogin(t.db.logins.office, text)
    const id = '0198c0de-0000-7000-8000-000000000001'
    const payload = (username: string) => JSON.stringify({ username, first_code_hash: 'x' })
    const propose = (by: Staff, subject: string, named = subject) =>
      `select operators.propose('${by.session_token}', '${id}', 'staff.reset_factor', 'staff', '${subject}', null,
         '${payload(named)}', 'so', '{}', null, '{}');`
    const approve = (by: Staff) => `select operators.approve('${by.session_token}', '${id}', '{}');`
    const reset = `select operators.reset_factor('${id}', 'y')`
    expect(await say(reset)).toMatch(/nobody approved by proposal/)
    expect(await say(propose(anna, 'finn') + reset)).toMatch(/nobody approved by proposal/)
    expect(await say(propose(anna, 'finn') + approve(anna) + reset)).toMatch(/check constraint/)
    expect(await say(propose(finn, 'finn') + approve(bert) + reset)).toMatch(/nobody proposes that their own/)
    expect(await say(propose(anna, 'finn') + approve(finn) + reset)).toMatch(/nobody approves what is about/)
    expect(await say(propose(gus, 'finn'))).toMatch(/holds no role that proposes/)
    expect(await say(propose(anna, 'gus', 'finn') + approve(finn) + reset), 'another is named').toMatch(
      /nobody approved by proposal/,
    )
    expect(await say(propose(anna, 'finn') + approve(bert) + reset)).toBe('done')
    const undoing = await plant(t.db.asOwner, [
      { routine: 'operators.propose', from: 'subject_id = maker.username', to: 'false' },
      { routine: 'operators.reset_factor', from: "and subject_id = payload ->> 'username'", to: '' },
    ])
    expect(await say(propose(finn, 'finn') + approve(bert) + reset)).toBe('done')
    expect(await say(propose(anna, 'gus', 'finn') + approve(finn) + reset)).toBe('done')
    for (const undo of undoing) await t.db.asOwner(undo)
    expect(await reasonOf(run(finn, 'list-verbs'))).toBe('ok')
  })

  test('is none where there is none, where somebody was shut out, or has not come back from the last time', async () => {
    expect(await reasonOf(resetting(anna, 'gus'))).toBe('state_conflict')
    expect(await reasonOf(resetting(anna, 'nobody'))).toBe('record_not_found')
    await joinWithFactor('hugo', 'content')
    await approving(await resetting(anna, 'hugo'), bert)
    expect(await reasonOf(resetting(anna, 'hugo'))).toBe('state_conflict')
    await joinWithFactor('ida', 'content')
    await run(anna, 'disable-staff', { username: 'ida', reason })
    expect(await reasonOf(resetting(anna, 'ida'))).toBe('state_conflict')
  })

  test('of two admins at once leaves two who can go on', async () => {
    await run(anna, 'change-staff-roles', { username: 'finn', roles: 'risk', reason }).then((proposed) =>
      approving(proposed, bert),
    )
    for (const username of ['anna', 'bert']) await withFactor(username)
    const [first, second] = [await resetting(bert, 'anna'), await resetting(anna, 'bert')]
    const both = await Promise.all([reasonOf(approving(first, cora)), reasonOf(approving(second, cora))])
    expect(both.toSorted()).toEqual(['ok', 'state_conflict'])
    const left = await t.db.asOwner(
      `select from operators.staff join operators.secrets using (staff_id)
       where 'admin' = any (roles) and disabled_at is null and password_hash is not null`,
    )
    expect(left).toHaveLength(2)
  })
})

test('after all of this the audit chain is whole', async () => {
  const report = await t.db.database.transaction({ kind: 'system' }, (tx) => verifyChain(tx))
  expect(report.faults).toEqual([])
})
