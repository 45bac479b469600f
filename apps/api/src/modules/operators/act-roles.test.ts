import { STAFF_ROLES, type StaffRole } from '@adtally/contract/enums.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { MODULES } from '../../server/modules.ts'
import { plant } from '../../testing/plant.ts'
import { expectRefusedByRoutine } from '../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { buildStaff, joinStaff } from '../../testing/worlds/build-staff.ts'
import { approvedActs, type Staff } from '../module.ts'
import { propose } from './index.ts'
import { addStaffAct } from './staff/add-staff.ts'

const t = await testServices({ modules: MODULES })
afterAll(() => t.close())
const staff = await buildStaff(t.services)
const guest = await joinStaff(t.services, staff, { username: 'guest', roles: ['content'] })
const proposed = await t.system((tx) =>
  propose(t.services, tx, {
    act: addStaffAct,
    subject_kind: 'staff',
    subject_id: 'nora',
    payload: { username: 'nora', display_name: 'Nora', roles: ['content'], first_code_hash: 'x' },
    reason: 'so',
    maker: staff.admins[0],
  }),
)
const proposal_id = proposed.proposal_id

const acts = approvedActs(MODULES)
const verbs = MODULES.flatMap((module) => module.verbs ?? [])
const inOrder = (held: (role: StaffRole) => boolean) => STAFF_ROLES.filter(held)

/** The acts as modules declare them; an act's makers are the roles of the verbs that propose it. */
function told() {
  return acts
    .map(({ action, checker_roles }) => ({
      action,
      maker_roles: inOrder((role) =>
        verbs.some((verb) => verb.proposes?.action === action && verb.roles.includes(role)),
      ),
      checker_roles: inOrder((role) => checker_roles.includes(role)),
    }))
    .toSorted((left, right) => (left.action < right.action ? -1 : 1))
}

test('the database knows each act’s makers and checkers as the modules say them [proof 200]', async () => {
  const kept = await t.db.asOwner('select * from operators.act_roles() order by action collate "C"')
  expect(kept).toEqual(told())
  expect(told().filter(({ maker_roles }) => maker_roles.length === 0)).toEqual([])
})

test('control: an act whose roles the modules have otherwise is found', async () => {
  const undoing = await plant(t.db.asOwner, [
    { routine: 'operators.act_roles', from: "'{admin}', '{admin}'", to: "'{support}', '{admin}'" },
  ])
  expect(await t.db.asOwner('select * from operators.act_roles() order by action collate "C"')).not.toEqual(
    told(),
  )
  for (const statement of undoing) await t.db.asOwner(statement)
})

const said = (statement: string) => saidByLogin(t.db.logins.office, statement)

describe('whoever speaks SQL as the office acts by the roles of the session that they have', () => {
  const proposes = ({ session_token }: Staff, action = 'platform-money.move') =>
    `select operators.propose('${session_token}', uuidv7(), '${action}', 'platform', uuidv7()::text, null, '{}',
      'so', '{}', null, '{}')`
  const approves = ({ session_token }: Staff) =>
    `select operators.approve('${session_token}', '${proposal_id}', '{}')`
  const refuses = ({ session_token }: Staff) =>
    `select operators.end_proposal('${session_token}', '${proposal_id}', 'no')`

  test.each<[string, () => string, RegExp]>([
    ['who is no maker of it proposes nothing', () => proposes(guest), /guest holds no role that proposes/],
    [
      'nor an act that nobody knows',
      () => proposes(staff.maker, 'a.b'),
      /maker holds no role that proposes a.b/,
    ],
    [
      'who is no checker of it approves nothing',
      () => approves(guest),
      /guest holds no role that decides on/,
    ],
    ['nor refuses it', () => refuses(guest), /guest holds no role that decides on/],
  ])('%s [proof 201]', async (_name, statement, why) => {
    const fault = { routine: 'operators.require_role', from: 'if not exists', to: 'if false and not exists' }
    await expectRefusedByRoutine(t.db.asOwner, [fault], () => said(statement()), why)
  })

  test.each<[string, () => string]>([
    ['a maker proposes', () => proposes(staff.maker)],
    ['a checker approves', () => approves(staff.admins[1])],
    ['and refuses', () => refuses(staff.admins[1])],
    ['a maker withdraws what is theirs', () => refuses(staff.admins[0])],
  ])('control: %s', async (_name, statement) => {
    expect(await said(statement())).toBe('done')
  })
})
