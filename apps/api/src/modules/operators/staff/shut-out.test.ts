import { type Approval, staffCall } from '@adtally/contract/operator/statement/staff-call.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { connect } from '../../../database/connection.ts'
import { approveAsProposed } from '../../../testing/office/approve-as-proposed.ts'
import { plant } from '../../../testing/plant.ts'
import { plantAct } from '../../../testing/plant-act.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { type TestServices, testServices } from '../../../testing/servers/test-services.ts'
import { type Admins, foundStaff, joinStaff } from '../../../testing/worlds/build-staff.ts'
import { auditModule } from '../../audit/index.ts'
import { approvedAct, approvedActs, type Module, type Staff, staffVerb } from '../../module.ts'
import { findOpenProposals, operatorsModule, propose, runVerb, verbsOf } from '../index.ts'

const ACTION = 'test.pay'
const paying = { action: ACTION, roles: ['finance_checker'], refusals: [] } satisfies Approval
const pay = approvedAct(paying, {
  payload: z.strictObject({ to: z.string() }),
  facts: async (_services, _tx, { to }) => ({ says: `Pay ${to}`, before: {}, after: { to } }),
  apply: async () => null,
})
const payVerb = staffVerb(
  staffCall({
    name: 'pay',
    kind: 'propose',
    area: 'books',
    roles: ['risk', 'finance_maker'],
    approval: paying,
    summary: 'Pay',
    request: z.strictObject({}),
    response: z.null(),
    refusals: [],
  }),
  async () => null,
  pay,
)
const testModule: Module = { name: 'test', verbs: [payVerb] }
const modules = [auditModule, operatorsModule, testModule]
const acts = approvedActs(modules)
const verbs = verbsOf(modules)

let t: TestServices
let admins: Admins
let anna: Staff
let bert: Staff
let cora: Staff
async function begin() {
  t = await testServices({ modules, no_staff: true })
  await plantAct(t.db.asOwner, ACTION, { makers: ['risk', 'finance_maker'], checkers: pay.checker_roles })
  admins = await foundStaff(t.services, ['anna', 'bert'])
  ;[anna, bert] = admins
  cora = await join('cora', 'finance_checker')
}

async function run(staff: Staff, name: string, flags: Record<string, string> = {}) {
  const verb = verbs.find((known) => known.name === name)
  if (!verb) throw new Error(`no verb ${name}`)
  return Object(await runVerb(t.services, verb, staff, flags))
}
const shutOut = (by: Staff, { username }: { username: string }) =>
  reasonOf(run(by, 'disable-staff', { username, reason: 'the password was stolen' }))

function join(username: string, ...roles: Staff['roles']): Promise<Staff> {
  return joinStaff(t.services, { admins }, { username, roles })
}

async function able(): Promise<string[]> {
  const rows = await t.db.asOwner<{ username: string }>(
    'select username from operators.staff where disabled_at is null order by username',
  )
  return rows.map(({ username }) => username)
}

async function untilWaiting(count: number): Promise<void> {
  const waiting = `select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(() => t.db.asProgram(waiting)).toEqual([{ count: BigInt(count) }])
}

describe('two of three who shut each other out at once', () => {
  beforeEach(() => begin())
  afterEach(() => t.close())

  /** Another act blocks the audit log, which each needs to commit, until both have looked or wait to look. */
  async function race(): Promise<string[]> {
    const holder = await connect(t.db.owner)
    try {
      await holder.query('begin; select from audit.head for update')
      const both = Promise.all([shutOut(anna, bert), shutOut(bert, anna)])
      await untilWaiting(2)
      await holder.query('commit')
      return (await both).toSorted()
    } finally {
      await holder.end()
    }
  }

  test('leave two who can add somebody: one of them is refused', async () => {
    await join('cleo', 'admin')
    expect(await race()).toEqual(['ok', 'staff_credentials_wrong'])
    expect(await able()).toHaveLength(3)
  })

  test('control: without the lock they leave one, who can approve nothing', async () => {
    await join('cleo', 'admin')
    await plant(t.db.asOwner, [
      { routine: 'operators.lock_staff', from: 'order by staff_id for no key update', to: '' },
    ])
    expect(await race()).toEqual(['ok', 'ok'])
    expect(await able()).toEqual(['cleo', 'cora'])
  })
})

describe('who must stay', () => {
  afterEach(() => t.close())

  test('are two who can bring somebody in, not two people', async () => {
    await begin()
    await join('cleo', 'auditor')
    await join('dora', 'support', 'risk')
    expect(await shutOut(anna, bert)).toBe('state_conflict')
    await join('emil', 'admin')
    expect(await shutOut(anna, bert)).toBe('ok')
    expect(await able()).toEqual(['anna', 'cleo', 'cora', 'dora', 'emil'])
  })
})

describe('what somebody proposed who was shut out', () => {
  let cleo: Staff
  beforeAll(async () => {
    await begin()
    cleo = await join('cleo', 'finance_maker')
  })
  afterAll(() => t.close())

  const approvedSubjects = async () => {
    const approved = await t.db.asOwner(
      `select subject_id from operators.approved where action = '${ACTION}'`,
    )
    return approved.map(({ subject_id }) => subject_id)
  }
  const proposeBy = (maker: Staff, to: string) =>
    t.system((tx) =>
      propose(t.services, tx, {
        act: pay,
        subject_kind: 'thing',
        subject_id: to,
        payload: { to },
        reason: 'because',
        maker,
      }),
    )

  test('can’t be approved, is offered by no list, and can be refused', async () => {
    const theirs = await proposeBy(cleo, 'a thief')
    const other = await proposeBy(await join('rita', 'risk'), 'somebody')
    expect(await shutOut(anna, cleo)).toBe('ok')
    const yes = ({ proposal_id }: { proposal_id: string }) =>
      reasonOf(approveAsProposed(t.services, acts, { proposal_id, staff: cora }))
    expect(await yes(theirs)).toBe('proposal_maker_disabled')
    const listed = JSON.stringify(await run(bert, 'list-proposals'))
    expect(listed).not.toContain(theirs.proposal_id)
    expect(listed).toContain(other.proposal_id)
    const open = await t.system((tx) => findOpenProposals(tx, ACTION, 'a thief'))
    expect(open).toEqual([])
    const insert = `insert into operators.decisions (proposal_id, verdict, checker_id, decided_at)
      values ($1, 'approved', $2, now())`
    await expect(t.db.asOwner(insert, [theirs.proposal_id, cora.staff_id])).rejects.toThrow(/was shut out/)
    expect(await yes(other)).toBe('ok')
    expect(await approvedSubjects()).toEqual(['somebody'])
    const no = { proposal_id: theirs.proposal_id, reason: 'shut out' }
    expect(await run(cora, 'refuse-proposal', no)).toMatchObject({ verdict: 'refused' })
  })

  test('is shown, with why it can’t be approved [proof 814]', async () => {
    const maker = await join('emma', 'finance_maker')
    const { proposal_id } = await proposeBy(maker, 'who looks')
    expect(await run(cora, 'show-proposal', { proposal_id })).toMatchObject({ is_as_proposed: true })
    expect(await shutOut(anna, maker)).toBe('ok')
    expect(await run(cora, 'show-proposal', { proposal_id })).toMatchObject({
      says: 'Pay who looks',
      maker: 'emma',
      maker_is_disabled: true,
      is_as_proposed: false,
      refused_now: 'proposal_maker_disabled',
    })
  })

  test('is not approved while they are being shut out', async () => {
    const maker = await join('dora', 'finance_maker')
    const { proposal_id } = await proposeBy(maker, 'in a hurry')
    const holder = await connect(t.db.owner)
    try {
      await holder.query('begin; select from audit.head for update')
      const shut = shutOut(anna, maker)
      await untilWaiting(1)
      const approved = reasonOf(approveAsProposed(t.services, acts, { proposal_id, staff: cora }))
      await untilWaiting(2)
      await holder.query('commit')
      expect(await Promise.all([shut, approved])).toEqual(['ok', 'proposal_maker_disabled'])
    } finally {
      await holder.end()
    }
    expect(await approvedSubjects()).not.toContain('in a hurry')
  })
})
