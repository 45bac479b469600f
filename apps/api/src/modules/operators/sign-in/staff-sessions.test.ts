import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { PROCESS_ROLES } from '../../../database/setup/process-roles.ts'
import { groupOf } from '../../../database/setup/roles.ts'
import { readRoutines } from '../../../database/setup/routine-files.ts'
import { approveAsProposed } from '../../../testing/office/approve-as-proposed.ts'
import { plantAct } from '../../../testing/plant-act.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { buildStaff, joinStaff, STAFF_PASSWORD } from '../../../testing/worlds/build-staff.ts'
import { append, auditModule } from '../../audit/index.ts'
import { approvedAct, type Staff } from '../../module.ts'
import { authenticateStaff, operatorsModule, propose, runVerb, signOut, verbsOf } from '../index.ts'

const modules = [auditModule, operatorsModule]
const verbs = verbsOf(modules)
const system = { kind: 'system' } as const
const t = await testServices({ modules })
afterAll(() => t.close())
const staff = await buildStaff(t.services)

async function run(person: Staff, name: string, flags: Record<string, string> = {}): Promise<unknown> {
  const verb = verbs.find((known) => known.name === name)
  if (!verb) throw new Error(`no verb ${name}`)
  return await runVerb(t.services, verb, person, flags)
}
const act = (person: Staff, id: string) =>
  t.services.database.transaction(system, (tx) =>
    append(tx, {
      actor: { kind: 'staff', staff: person },
      action: 'test.act',
      subject: { kind: 'thing', id },
    }),
  )
const namesOf = async (id: string) =>
  (
    await t.db.asOwner<{ actor_name: string }>(
      "select actor_name from audit.entries where subject_kind = 'thing' and subject_id = $1",
      [id],
    )
  ).map(({ actor_name }) => actor_name)

describe('an act of staff', () => {
  const forged = (kept_as: string) => `'${kept_as}', 'forged', 'thing', 'forged', null, null, '{}'`
  const FREELY = `select audit.append(
    'staff', gen_random_uuid(), 'checker', 'risk', 'forged', 'thing', 'forged', null, null, null, null, null, '{}')`
  const asSystem = (statement: string) =>
    t.db.asProgram(`select set_config('adtally.scope', 'system', true); ${statement}`)

  test('is kept under nobody’s name but the session’s own [proof 106]', async () => {
    const { maker, checker } = staff
    const [kept] = await t.db.asOwner<{ hash: string }>(
      "select encode(token_hash, 'hex') as hash from operators.sessions where staff_id = $1",
      [checker.staff_id],
    )
    await expect(asSystem(FREELY)).rejects.toThrow('permission denied')
    for (const session of ['', 'made up', kept?.hash ?? '', checker.staff_id, checker.username]) {
      await expect(asSystem(`select audit.append_staff_act(${forged(session)})`)).rejects.toThrow(
        'nobody on the staff is at work by this session',
      )
    }
    // Whatever names the program claims, the database takes them from the session.
    await act({ ...checker, session_token: maker.session_token }, 'claimed')
    expect(await namesOf('claimed')).toEqual(['maker'])
    expect(await namesOf('forged')).toEqual([])
  })

  test('control: where the program may append freely it forges, and the next start’s check finds the right', async () => {
    const checks = readRoutines().find(({ schema, name }) => schema === 'audit' && name === 'checks')
    const found = () => t.db.asOwner(checks?.text ?? '')
    expect(await found()).toEqual([])
    const right = (change: string) =>
      t.db.asOwner(`${change} execute on function audit.append(
        text, uuid, text, text, text, text, text, uuid, text, uuid, text, text, jsonb)
        ${change === 'grant' ? 'to' : 'from'} adtally_program`)
    await right('grant')
    await t.db.asProgram(FREELY)
    expect(await namesOf('forged')).toEqual(['checker'])
    expect(await found()).toEqual(
      // The sandbox's role is not one of the program's.
      PROCESS_ROLES.filter((role) => role !== 'sandbox').map((role) => ({
        problem: `${groupOf(role)} may append to the audit in any name`,
      })),
    )
    await right('revoke')
  })

  test('of two people is one of two sessions: neither maker nor checker can be named otherwise [proof 107]', async () => {
    const { maker, checker } = staff
    const made = approvedAct(
      { action: 'test.two', roles: ['risk'], refusals: [] },
      {
        payload: z.strictObject({}),
        facts: async () => ({ says: 'Test', before: {}, after: {} }),
        apply: async () => null,
      },
    )
    await plantAct(t.db.asOwner, made.action, { makers: ['risk'], checkers: made.checker_roles })
    const proposal = {
      act: made,
      subject_kind: 'thing',
      subject_id: '2',
      payload: {},
      reason: 'so',
    }
    const claimed: Staff = { ...checker, session_token: maker.session_token }
    const { proposal_id } = await t.services.database.transaction(system, (tx) =>
      propose(t.services, tx, { ...proposal, maker: claimed }),
    )
    const makers = await t.db.asOwner('select maker_id from operators.proposals where proposal_id = $1', [
      proposal_id,
    ])
    expect(makers).toEqual([{ maker_id: maker.staff_id }])
    await expect(approveAsProposed(t.services, [made], { proposal_id, staff: claimed })).rejects.toThrow(
      /check constraint/,
    )
    expect(await reasonOf(approveAsProposed(t.services, [made], { proposal_id, staff: checker }))).toBe('ok')
  })
})

describe('a session', () => {
  let guest: Staff
  let joined = 0
  beforeEach(async () => {
    joined += 1
    guest = await joinStaff(t.services, staff, { username: `guest${joined}`, roles: ['support'] })
  })
  const set = (assignment: string) =>
    t.db.asOwner(`update operators.sessions set ${assignment} where staff_id = $1`, [guest.staff_id])
  const isOver = async () => {
    expect(await reasonOf(run(guest, 'list-verbs'))).toBe('token_expired')
    await expect(act(guest, 'too late')).rejects.toThrow('nobody on the staff is at work by this session')
  }

  test.each<[string, () => Promise<unknown>]>([
    [
      'a quarter of an hour without a verb',
      () => set("seen_at = seen_at - interval '15 minutes', opened_at = opened_at - interval '1 hour'"),
    ],
    ['twelve hours', () => set("opened_at = opened_at - interval '12 hours'")],
    ['signing out', () => signOut(t.services, guest.session_token)],
    [
      'being shut out',
      () => run(staff.checker, 'disable-staff', { username: guest.username, reason: 'left' }),
    ],
    [
      'another password',
      () =>
        run(guest, 'change-password', {
          password: STAFF_PASSWORD,
          new_password: 'something else altogether',
        }),
    ],
    [
      'other roles',
      () =>
        t.db.asOwner("update operators.staff set roles = '{content}' where staff_id = $1", [guest.staff_id]),
    ],
  ])('is over by %s, and not before', async (_how, end) => {
    expect(await reasonOf(run(guest, 'list-verbs'))).toBe('ok')
    await end()
    await isOver()
  })

  test('goes on by being used, and by an act alone', async () => {
    for (const use of [() => run(guest, 'list-verbs'), () => act(guest, 'kept alive')]) {
      await set("seen_at = seen_at - interval '14 minutes', opened_at = opened_at - interval '1 hour'")
      await use()
      const [seen] = await t.db.asOwner(
        "select seen_at > clock_timestamp() - interval '1 minute' as now from operators.sessions where staff_id = $1",
        [guest.staff_id],
      )
      expect(seen).toEqual({ now: true })
    }
  })

  test('that was stolen does not change the password, and trying to counts', async () => {
    const steal = (password: string) =>
      reasonOf(run(guest, 'change-password', { password, new_password: 'the thief’s own words' }))
    for (let tries = 0; tries < 4; tries += 1) expect(await steal('a guess')).toBe('staff_credentials_wrong')
    expect(await steal('a guess')).toBe('staff_locked')
    expect(await steal(STAFF_PASSWORD)).toBe('staff_locked')
    await t.advance(15 * 60_000)
    expect(await reasonOf(authenticateStaff(t.services, guest.username, STAFF_PASSWORD))).toBe('ok')
  })

  test('outlives a sandbox’s clock that is moved, for its owner is still there', async () => {
    await t.advance(8 * 86_400_000)
    expect(await reasonOf(run(guest, 'list-verbs'))).toBe('ok')
  })

  test('is known by a hash alone, and its token stands nowhere', async () => {
    const rows = await t.db.asOwner<{ found: bigint }>(
      `select (select count(*) from operators.sessions where position($1 in sessions::text) > 0)
         + (select count(*) from audit.entries where position($1 in entries::text) > 0) as found`,
      [guest.session_token],
    )
    expect(rows).toEqual([{ found: 0n }])
  })
})
