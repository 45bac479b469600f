import { STAFF_ROLES, type StaffRole } from '@adtally/contract/enums.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { connect } from '../../../database/connection.ts'
import { plant } from '../../../testing/plant.ts'
import { plantAct } from '../../../testing/plant-act.ts'
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
  findOpenProposals,
  operatorsModule,
  propose,
  runVerb,
  verbsOf,
  withDigests,
} from '../index.ts'
import { excludedPair } from '../rules.ts'
import { addStaffAct } from './add-staff.ts'

const modules = [auditModule, operatorsModule]
const verbs = verbsOf(modules)
const t = await testServices({ modules, no_staff: true })
afterAll(() => t.close())
await plantAct(t.db.asOwner, 'test.pay', { makers: ['finance_maker'], checkers: ['finance_checker'] })
const admins = await foundStaff(t.services, ['anna', 'bert'])
const [anna, bert] = admins

const join = (username: string, ...roles: StaffRole[]) =>
  joinStaff(t.services, { admins }, { username, roles })
const signIn = (username: string, password = STAFF_PASSWORD) =>
  authenticateStaff(t.services, username, password)
async function run(staff: Staff, name: string, flags: Record<string, unknown> = {}) {
  const verb = verbs.find((known) => known.name === name)
  if (!verb) throw new Error(`no verb ${name}`)
  const given = await withDigests(t.services, verbs, staff, name, flags)
  return Object(await runVerb(t.services, verb, staff, given))
}
const reason = 'so it was agreed'
const changing = (by: Staff, username: string, roles: string) =>
  run(by, 'change-staff-roles', { username, roles, reason })
const approving = ({ proposal_id }: { proposal_id?: unknown }, by: Staff) =>
  run(by, 'approve', { proposal_id })
async function rolesOf(name: string): Promise<unknown> {
  const [row] = await t.db.asOwner('select roles from operators.staff where username = $1', [name])
  return row?.roles
}
const every_set = Array.from({ length: 2 ** STAFF_ROLES.length - 1 }, (_, mask) =>
  STAFF_ROLES.filter((_role, place) => ((mask + 1) >> place) % 2 === 1),
)

describe('roles that exclude one another', () => {
  test('are those of the paper', () => {
    const pairs = every_set.filter((roles) => roles.length === 2 && !roles.includes('auditor'))
    expect(pairs.filter((roles) => excludedPair(roles) !== null)).toEqual([
      ['finance_maker', 'finance_checker'],
      ['finance_maker', 'admin'],
      ['finance_checker', 'admin'],
    ])
  })

  /** The sets of roles that the table's own CHECK accepts. */
  async function taken(): Promise<string[]> {
    const [rule] = await t.db.asOwner<{ text: string }>(
      `select pg_get_expr(conbin, conrelid) as text from pg_constraint
       where conrelid = 'operators.staff'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%auditor%'`,
    )
    const sets = every_set.map((roles) => `(array['${roles.join("','")}'])`).join(', ')
    const rows = await t.db.asOwner<{ roles: string[] }>(
      `select roles from (values ${sets}) as every (roles) where ${rule?.text}`,
    )
    return rows.map(({ roles }) => roles.join(', '))
  }

  test('are the same in the table as in the code, set by set [proof 266]', async () => {
    const allowed = every_set.filter((roles) => excludedPair(roles) === null).map((roles) => roles.join(', '))
    expect((await taken()).toSorted()).toEqual(allowed.toSorted())
    expect(allowed.length).toBeGreaterThan(10)
  })

  test.each([
    ['finance_maker,finance_checker', 'finance_maker', 'finance_checker'],
    ['admin,support,finance_maker', 'finance_maker', 'admin'],
    ['risk,finance_checker,admin', 'finance_checker', 'admin'],
    ['auditor,risk', 'auditor', 'risk'],
  ])(
    '%s is refused where somebody is added and where roles change, with the pair',
    async (roles, first, second) => {
      const said = { reason: 'roles_exclude', details: { field: 'roles', values: { first, second } } }
      const somebody = { username: 'somebody', display_name: 'Somebody', roles, reason }
      await expect(run(anna, 'add-staff', somebody)).rejects.toMatchObject(said)
      await expect(changing(anna, 'bert', roles)).rejects.toMatchObject(said)
    },
  )

  /** What the office's login gets back for creating such a person directly with two admins' sessions. */
  const making = (roles: readonly string[]) => {
    const payload = { username: 'both', display_name: 'Both', roles, first_code_hash: 'x' }
    return saidByLogin(
      t.db.logins.office,
      `select operators.propose('${anna.session_token}', '0198c0de-0000-7000-8000-000000000001', 'staff.add', 'staff',
         'both', null, '${JSON.stringify(payload)}', 'so', '{}', null, '{}');
       select operators.approve('${bert.session_token}', '0198c0de-0000-7000-8000-000000000001', '{}');
       select operators.add_staff('0198c0de-0000-7000-8000-000000000001', uuidv7(), 'y')`,
    )
  }

  test('are refused by the database to who speaks SQL as the office, with two admins’ sessions', async () => {
    expect(await making(['finance_maker', 'finance_checker'])).toMatch(/violates check constraint/)
    expect(await making(['admin', 'finance_maker'])).toMatch(/violates check constraint/)
    expect(await making(['finance_maker', 'risk'])).toBe('done')
  })

  test('control: without the table’s rule they are not', async () => {
    const [rule] = await t.db.asOwner<{ conname: string; definition: string }>(
      `select conname, pg_get_constraintdef(oid) as definition from pg_constraint
       where conrelid = 'operators.staff'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%auditor%'`,
    )
    await t.db.asOwner(`alter table operators.staff drop constraint ${rule?.conname}`)
    expect(await making(['finance_maker', 'finance_checker'])).toBe('done')
    await t.db.asOwner(`alter table operators.staff add constraint ${rule?.conname} ${rule?.definition}`)
  })
})

const proposePay = (maker: Staff, subject_id: string) =>
  t.system((tx) =>
    propose(t.services, tx, {
      act: { ...addStaffAct, action: 'test.pay', facts: async () => facts, apply: async () => null },
      subject_kind: 'thing',
      subject_id,
      payload: {},
      reason,
      maker,
    }),
  )
const facts = { says: 'Pay', before: {}, after: {} }
const openOn = (subject_id: string) => t.system((tx) => findOpenProposals(tx, 'test.pay', subject_id))

describe('other roles', () => {
  test('come by two admins, with what was before and after, and end sessions and what they can’t propose now [proof 268]', async () => {
    const dora = await join('dora', 'finance_maker')
    await proposePay(dora, 'a rent')
    expect(await openOn('a rent')).toHaveLength(1)
    const proposed = await changing(anna, 'dora', 'support,risk')
    expect(await reasonOf(approving(proposed, anna))).toBe('four_eyes')
    expect(await rolesOf('dora')).toEqual(['finance_maker'])
    expect(await approving(proposed, bert)).toMatchObject({
      says: 'Make dora (dora) support, risk instead of finance_maker',
      before: { roles: 'finance_maker' },
      after: { roles: 'support, risk' },
    })
    expect(await rolesOf('dora')).toEqual(['support', 'risk'])
    expect(await reasonOf(run(dora, 'list-verbs'))).toBe('token_expired')
    expect(await openOn('a rent')).toEqual([])
    expect(
      await t.db.asOwner("select verdict from operators.decisions where reason like '%other roles now'"),
    ).toEqual([{ verdict: 'superseded' }])
    // Old sessions stay ended when the old roles come back.
    await approving(await changing(anna, 'dora', 'finance_maker'), bert)
    expect(await reasonOf(run(dora, 'list-verbs'))).toBe('token_expired')
    expect(await signIn('dora')).toMatchObject({ roles: ['finance_maker'] })
  })

  test('stand beside what they still propose', async () => {
    const emil = await join('emil', 'finance_maker')
    await proposePay(emil, 'a wage')
    await approving(await changing(anna, 'emil', 'finance_maker,risk'), bert)
    expect(await openOn('a wage')).toHaveLength(1)
  })

  test('of one’s own are proposed by oneself at most: the program and the database refuse the approval', async () => {
    const finn = await join('finn', 'admin')
    const proposed = await changing(anna, 'finn', 'admin,support')
    expect(await reasonOf(approving(proposed, finn))).toBe('four_eyes')
    const approve = `select operators.approve('${finn.session_token}', '${proposed.proposal_id}', '{}')`
    await expectRefusedByRoutine(
      t.db.asOwner,
      [{ routine: 'operators.check_decision', from: "proposal.subject_kind = 'staff' and", to: 'false and' }],
      () => saidByLogin(t.db.logins.office, approve),
      /nobody approves what is about themselves/,
    )
    await run(anna, 'refuse-proposal', { proposal_id: proposed.proposal_id, reason })
    await approving(await changing(finn, 'finn', 'risk'), bert)
    expect(await rolesOf('finn')).toEqual(['risk'])
  })

  test('are none by SQL without an approval of this transaction, though it was approved before', async () => {
    const gus = await join('gus', 'support')
    const proposed = await changing(anna, 'gus', 'content')
    const again = `select operators.change_roles('${anna.session_token}', '${proposed.proposal_id}')`
    expect(await saidByLogin(t.db.logins.office, again)).toMatch(/nobody approved other roles/)
    await approving(proposed, bert)
    await approving(await changing(anna, 'gus', 'support'), bert)
    expect(await saidByLogin(t.db.logins.office, again)).toMatch(/nobody approved other roles/)
    expect(await rolesOf('gus')).toEqual(gus.roles)
  })

  test('leave two admins, are others, and are nobody’s who is shut out', async () => {
    expect(await reasonOf(changing(bert, 'bert', 'risk'))).toBe('state_conflict')
    expect(await reasonOf(changing(anna, 'dora', 'finance_maker'))).toBe('state_conflict')
    expect(await reasonOf(changing(anna, 'nobody', 'risk'))).toBe('record_not_found')
    await join('hugo', 'content')
    await run(anna, 'disable-staff', { username: 'hugo', reason })
    expect(await reasonOf(changing(anna, 'hugo', 'risk'))).toBe('state_conflict')
  })
})

describe('an approver whose roles change meanwhile', () => {
  test('is told that their session has ended, and nothing is approved [proof 815]', async () => {
    const mia = await join('mia', 'admin')
    const somebody = { username: 'nora', display_name: 'Nora', roles: 'support', reason }
    const proposed = await run(anna, 'add-staff', somebody)
    const holder = await connect(t.db.owner)
    try {
      // Approvals of the act wait here, after the session was looked at and before the database looks again.
      await holder.query(
        `begin; select pg_advisory_xact_lock(hashtextextended('operators.approve staff.add', 0))`,
      )
      const approved = reasonOf(approving(proposed, mia))
      const waiting = `select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(() => t.db.asProgram(waiting)).toEqual([{ count: 1n }])
      await approving(await changing(anna, 'mia', 'support'), bert)
      await holder.query('commit')
      expect(await approved).toBe('token_expired')
    } finally {
      await holder.end()
    }
    expect(await rolesOf('nora')).toBeUndefined()
    await approving(proposed, bert)
    expect(await rolesOf('nora')).toEqual(['support'])
  })
})

describe('who was shut out', () => {
  test('comes back by two admins with another password, and what they had proposed has ended [proof 269]', async () => {
    const ida = await join('ida', 'finance_maker')
    await proposePay(ida, 'a thief')
    await run(anna, 'disable-staff', { username: 'ida', reason: 'a stolen password' })
    const proposed = await run(anna, 'readmit-staff', { username: 'ida', reason })
    expect(await reasonOf(approving(proposed, anna))).toBe('four_eyes')
    const { outcome } = await approving(proposed, bert)
    expect(await reasonOf(signIn('ida'))).toBe('staff_credentials_wrong')
    expect(await reasonOf(run(ida, 'list-verbs'))).toBe('token_expired')
    expect(await openOn('a thief')).toEqual([])
    const codes = {
      first_code: String(proposed.first_code),
      second_code: String(Object(outcome).second_code),
    }
    const new_password = 'quite another long password'
    const wrong = { ...codes, second_code: codes.first_code }
    expect(await reasonOf(activateStaff(t.services, { username: 'ida', ...wrong, new_password }))).toBe(
      'staff_credentials_wrong',
    )
    await activateStaff(t.services, { username: 'ida', ...codes, new_password })
    expect(await signIn('ida', new_password)).toMatchObject({ roles: ['finance_maker'] })
    expect(await reasonOf(run(ida, 'list-verbs'))).toBe('token_expired')
  })

  test('comes back with another password than before: the same one is refused, and their codes stay good [proof 816]', async () => {
    const lea = await join('lea', 'support')
    const comeBack = async () => {
      await run(anna, 'disable-staff', { username: 'lea', reason: 'a stolen password' })
      const proposed = await run(anna, 'readmit-staff', { username: 'lea', reason })
      const { outcome } = await approving(proposed, bert)
      const codes = {
        first_code: String(proposed.first_code),
        second_code: String(Object(outcome).second_code),
      }
      return (new_password: string, other: Partial<typeof codes> = {}) =>
        reasonOf(activateStaff(t.services, { username: 'lea', ...codes, ...other, new_password }))
    }
    const old = STAFF_PASSWORD
    // Shut out again before they set one: the password before still counts.
    await comeBack()
    const activate = await comeBack()
    expect(await activate(old, { second_code: 'a guess' })).toBe('staff_credentials_wrong')
    expect(await activate(old)).toBe('login_password_same')
    expect(await reasonOf(signIn('lea', old))).toBe('staff_credentials_wrong')
    expect(await activate('quite another long password')).toBe('ok')
    expect(await signIn('lea', 'quite another long password')).toMatchObject({ roles: lea.roles })
    const undoing = await plant(t.db.asOwner, [
      {
        routine: 'operators.readmit',
        from: 'coalesce(password_hash, former_hash)',
        to: 'sha256(password_hash)',
      },
    ])
    const again = await comeBack()
    expect(await again('quite another long password'), 'control: with nothing kept to compare').toBe('ok')
    for (const undo of undoing) await t.db.asOwner(undo)
  })

  test('control: an old session would work, and an old proposal be approved, if coming back ended neither', async () => {
    const jan = await join('jan', 'finance_maker')
    await proposePay(jan, 'another thief')
    await run(anna, 'disable-staff', { username: 'jan', reason })
    const undoing = await plant(t.db.asOwner, [
      {
        routine: 'operators.forget_factors',
        from: 'delete from operators.sessions where staff_id = person.staff_id;',
        to: '',
      },
      { routine: 'operators.end_proposals_of', from: 'proposal.maker_id = person', to: 'false' },
    ])
    await approving(await run(anna, 'readmit-staff', { username: 'jan', reason }), bert)
    expect(await reasonOf(run(jan, 'list-verbs'))).toBe('ok')
    expect(await openOn('another thief')).toHaveLength(1)
    for (const undo of undoing) await t.db.asOwner(undo)
  })

  test('is nobody who was not, and not by one admin', async () => {
    expect(await reasonOf(run(anna, 'readmit-staff', { username: 'bert', reason }))).toBe('state_conflict')
    const kim = await join('kim', 'risk')
    await run(anna, 'disable-staff', { username: 'dora', reason })
    expect(await reasonOf(run(kim, 'readmit-staff', { username: 'dora', reason }))).toBe('staff_role_missing')
    const proposed = await run(anna, 'readmit-staff', { username: 'dora', reason })
    const alone = `select operators.readmit('${anna.session_token}', '${proposed.proposal_id}', 'x')`
    expect(await saidByLogin(t.db.logins.office, alone)).toMatch(/nobody readmitted anybody/)
  })
})

test('two admins who take each other’s role at once leave two', async () => {
  const lena = await join('lena', 'admin')
  const [first, second] = [await changing(anna, 'bert', 'risk'), await changing(bert, 'anna', 'risk')]
  const both = await Promise.all([reasonOf(approving(first, lena)), reasonOf(approving(second, lena))])
  // The second is refused, or the first ended it as pointless before its turn came.
  expect(both.filter((outcome) => outcome === 'ok')).toHaveLength(1)
  const left = await t.db.asOwner(
    "select from operators.staff where 'admin' = any (roles) and disabled_at is null",
  )
  expect(left).toHaveLength(2)
})

test('after all of this the audit chain is whole', async () => {
  const report = await t.db.database.transaction({ kind: 'system' }, (tx) => verifyChain(tx))
  expect(report.faults).toEqual([])
})
