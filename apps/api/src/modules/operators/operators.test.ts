import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import { approveAsProposed } from '../../testing/office/approve-as-proposed.ts'
import { plantAct } from '../../testing/plant-act.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { somebodyWaits } from '../../testing/somebody-waits.ts'
import { foundStaff, joinStaff } from '../../testing/worlds/build-staff.ts'
import { auditModule, verifyChain } from '../audit/index.ts'
import { approvedAct, type Module, type Staff } from '../module.ts'
import {
  findOpenProposals,
  operatorsModule,
  PROGRAM_MAKER,
  PROPOSAL_ENDED,
  type ProposalInput,
  propose,
  refuse,
} from './index.ts'
import { insertEnd } from './proposals/decisions.repository.ts'
import { findProposal } from './repository.ts'
import { tryOut } from './sign-in/try-out.ts'

const ended: unknown[] = []
const listener: Module = {
  name: 'listener',
  subscriptions: [
    { topic: PROPOSAL_ENDED, handle: async (_services, _tx, payload) => void ended.push(payload) },
  ],
}
const modules = [auditModule, operatorsModule, listener]

const harness = await testServices({ modules, no_staff: true })
afterAll(() => harness.close())
await harness.db.asOwner(`create schema trace; create table trace.applied (text text);
    grant usage on schema trace to adtally_office; grant insert on trace.applied to adtally_office`)
for (const action of ['test.act', 'nobody.knows']) {
  await plantAct(harness.db.asOwner, action, { makers: ['finance_maker'], checkers: ['finance_checker'] })
}
const admins = await foundStaff(harness.services)
const ann = await joinStaff(harness.services, { admins }, { username: 'ann', roles: ['finance_maker'] })
const bob = await joinStaff(harness.services, { admins }, { username: 'bob', roles: ['finance_checker'] })

/** One row for each time that the act ran. */
async function applied(): Promise<unknown[]> {
  return (await harness.db.asOwner('select text from trace.applied')).map(({ text }) => text)
}
let refuses = false
let state = 'new'
let meanwhile = async () => {}
let lockIts = async (_tx: Transaction) => {}
beforeEach(async () => {
  await harness.db.asOwner('delete from trace.applied')
  refuses = false
  state = 'new'
  meanwhile = async () => {}
  lockIts = async () => {}
})
const actOf = (action: string) =>
  approvedAct(
    { action, roles: ['finance_checker'], refusals: ['insufficient_balance'] },
    {
      payload: z.strictObject({ text: z.string(), amount_micros: z.string() }),
      facts: async (_services, tx, { text, amount_micros }) => {
        await lockIts(tx)
        return { says: `Do ${text}`, before: { state }, after: { state: 'done', amount_micros } }
      },
      apply: async (_services, tx, { text }, { maker, checker }) => {
        if (refuses) throw new Refusal('insufficient_balance')
        await meanwhile()
        const trace = `${text} by ${maker.username} and ${checker.username}`
        await sql`insert into trace.applied values (${trace})`.execute(tx)
        return { text }
      },
    },
  )
const [testAct, depositAct, unknownAct] = [actOf('test.act'), actOf('deposit.book'), actOf('nobody.knows')]
const acts = [testAct, depositAct]

const make = (more: Partial<ProposalInput> = {}) =>
  harness.db.database.transaction({ kind: 'system' }, (tx) =>
    propose(harness.services, tx, {
      act: testAct,
      subject_kind: 'thing',
      subject_id: '1',
      payload: { text: 'done', amount_micros: 5n },
      reason: 'because',
      maker: ann,
      ...more,
    }),
  )
const yes = (proposal_id: string, staff: Staff, facts_hash?: string) =>
  approveAsProposed(harness.services, acts, { proposal_id, staff, facts_hash })

describe('two people', () => {
  test('one proposes, another approves, the act runs once with both named in the audit log', async () => {
    const { proposal_id } = await make()
    expect(await yes(proposal_id, bob)).toEqual({
      ...{ proposal_id, action: 'test.act', outcome: { text: 'done' }, superseded: [] },
      ...{
        says: 'Do done',
        before: { state: 'new' },
        after: { state: 'done', amount_micros: '5' },
        sum: null,
        booked: [],
      },
    })
    expect(await applied()).toEqual(['done by ann and bob'])
    const rows = await harness.db.asOwner(
      `select action, actor_name, approver_name, reason from audit.entries
       where details ->> 'proposal_id' = $1 order by sequence`,
      [proposal_id],
    )
    expect(rows).toEqual([
      { action: 'test.act.proposed', actor_name: 'ann', approver_name: null, reason: 'because' },
      { action: 'test.act', actor_name: 'ann', approver_name: 'bob', reason: 'because' },
    ])
  })

  test('asked for twice under two requests it is one proposal, by either id for good [proof 1286]', async () => {
    const [first, second] = [newId(), newId()]
    const by = (request_id: string, more: Partial<ProposalInput> = {}) =>
      make({ subject_id: 'asked twice', maker: { ...ann, request_id }, ...more })
    const { proposal_id } = await by(first)
    expect((await by(second)).proposal_id).toBe(proposal_id)
    await yes(proposal_id, bob)
    expect((await by(second)).proposal_id).toBe(proposal_id)
    await expect(by(second, { payload: { text: 'else', amount_micros: 5n } })).rejects.toMatchObject({
      reason: 'request_id_reused',
    })
    expect(await applied()).toHaveLength(1)
  })

  test('the maker alone is refused, by the module and by the database', async () => {
    const { proposal_id } = await make()
    await expect(yes(proposal_id, ann)).rejects.toMatchObject({ reason: 'four_eyes' })
    const insert = `insert into operators.decisions (proposal_id, verdict, checker_id, decided_at)
      values ($1, $2, $3, now())`
    await expect(harness.db.asOwner(insert, [proposal_id, 'approved', ann.staff_id])).rejects.toThrow(
      /check constraint/,
    )
    await expect(harness.db.asOwner(insert, [proposal_id, 'refused', ann.staff_id])).rejects.toThrow(
      /check constraint/,
    )
    expect(await applied()).toEqual([])
  })

  test('a name for the maker that is not theirs does not help', async () => {
    const { proposal_id } = await make()
    const insert = `insert into operators.decisions (proposal_id, verdict, checker_id, maker_id, decided_at)
      values ($1, 'approved', $2, $3, now())`
    await expect(harness.db.asOwner(insert, [proposal_id, ann.staff_id, bob.staff_id])).rejects.toThrow(
      /check constraint/,
    )
  })

  test('the wrong role is refused', async () => {
    const { proposal_id } = await make()
    const without: Staff = { ...bob, roles: ['risk'] }
    await expect(yes(proposal_id, without)).rejects.toMatchObject({ reason: 'staff_role_missing' })
  })

  test('twenty approvals at once have one effect', async () => {
    const { proposal_id } = await make()
    const waiting = `select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`
    // The first approval waits until others have also found the proposal open and wait for its decision.
    meanwhile = () => expect.poll(() => harness.db.asProgram(waiting)).not.toEqual([{ count: 0n }])
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => yes(proposal_id, bob)))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(19)
    for (const { reason } of refused) expect(reason).toMatchObject({ reason: 'proposal_decided' })
    expect(await applied()).toEqual(['done by ann and bob'])
  })

  test('who looks at what a proposal would do, while another decides it, is told so [proof 1445]', async () => {
    const { proposal_id } = await make()
    const decided = await harness.db.database.transaction({ kind: 'system' }, async (tx) => {
      await insertEnd(tx, bob.session_token, { proposal_id, reason: 'no' })
      const looking = harness.db.database.transaction({ kind: 'system' }, async (other) => {
        const tried = await findProposal(other, proposal_id)
        if (!tried) throw new Error('it is not there')
        return await tryOut(harness.services, other, {
          act: testAct,
          session_token: bob.session_token,
          tried,
        })
      })
      await expect.poll(() => somebodyWaits(harness.db)).toBe(true)
      return { looking: reasonOf(looking) }
    })
    expect(await decided.looking).toBe('proposal_decided')
  })

  test('an approval has all of its act’s locks before it writes, so that no two wait for each other [proof 697]', async () => {
    const { proposal_id } = await make({ subject_id: 'locked first' })
    const written: unknown[] = []
    lockIts = async (tx) => {
      const found =
        await sql`select from operators.decisions where proposal_id = ${proposal_id}::uuid`.execute(tx)
      written.push(found.rows.length)
    }
    await yes(proposal_id, bob)
    // One run is the trial, whose locks are rolled back with it; the other is real.
    expect(written).toEqual([0, 0])
    expect(await applied()).toEqual(['done by ann and bob'])
  })

  test('what would be asked at the commit is asked on trial, so that nothing is proposed that can’t be kept [proof 1270]', async () => {
    await harness.db.asOwner(`
      create table trace.asked (is_right boolean);
      grant insert on trace.asked to adtally_office;
      create function trace.ask() returns trigger language plpgsql as $$
        begin if not new.is_right then raise exception 'asked at the commit'; end if; return null; end $$;
      create constraint trigger asked after insert on trace.asked
      deferrable initially deferred for each row execute function trace.ask()`)
    const writing = (is_right: boolean) => {
      lockIts = async (tx) => {
        await sql`insert into trace.asked values (${is_right})`.execute(tx)
      }
    }
    writing(false)
    await expect(make({ subject_id: 'asked' })).rejects.toThrow('asked at the commit')
    writing(true)
    await make({ subject_id: 'asked' })
  })

  test('what the act refuses leaves the proposal open', async () => {
    const { proposal_id } = await make({ subject_id: 'refused' })
    refuses = true
    await expect(yes(proposal_id, bob)).rejects.toMatchObject({ reason: 'insufficient_balance' })
    refuses = false
    await yes(proposal_id, bob)
    expect(await applied()).toHaveLength(1)
  })

  test('the program may be the maker of a deposit, which any one person then checks, and of nothing else', async () => {
    // Which bank lines the program may propose is the wallet's rule, so its trigger is off here.
    await harness.db.asOwner('alter table operators.proposals disable trigger programs_own_are_lines')
    const { proposal_id } = await make({ maker: PROGRAM_MAKER, act: depositAct })
    await yes(proposal_id, bob)
    expect(await applied()).toEqual(['done by program and bob'])
    await expect(make({ maker: PROGRAM_MAKER })).rejects.toThrow(/check constraint/)
  })

  test('unknown proposals and acts are refused', async () => {
    await expect(yes('0198c0de-0000-7000-8000-000000000000', bob)).rejects.toMatchObject({
      reason: 'proposal_not_found',
    })
    const { proposal_id } = await make({ act: unknownAct })
    await expect(yes(proposal_id, bob)).rejects.toMatchObject({ reason: 'state_conflict' })
  })
})

describe('a payload', () => {
  const change = async (proposal_id: string, ...assignments: string[]) => {
    await harness.db.asOwner('alter table operators.proposals disable trigger refuse_change')
    for (const assignment of assignments) {
      await harness.db.asOwner(`update operators.proposals set ${assignment} where proposal_id = $1`, [
        proposal_id,
      ])
    }
    await harness.db.asOwner('alter table operators.proposals enable always trigger refuse_change')
  }
  const OTHER = `payload = '{"text": "other", "amount_micros": "6"}'`

  test('that was changed in the database is refused, its hash changed with it or not', async () => {
    const first = await make()
    await change(first.proposal_id, OTHER)
    await expect(yes(first.proposal_id, bob)).rejects.toMatchObject({ reason: 'proposal_altered' })
    const second = await make({ subject_id: '2' })
    await change(second.proposal_id, OTHER, 'payload_hash = operators.payload_hash(payload)')
    await expect(yes(second.proposal_id, bob)).rejects.toMatchObject({ reason: 'proposal_altered' })
    expect(await applied()).toEqual([])
  })

  test.each([
    "update operators.proposals set payload = '{}'",
    'delete from operators.decisions',
    "update operators.decisions set verdict = 'refused'",
    'truncate operators.proposals cascade',
    "update operators.staff set roles = '{admin}'",
    'delete from operators.staff',
    "insert into operators.proposals (proposal_id) values ('0198c0de-0000-7000-8000-000000000000')",
    "insert into operators.decisions (proposal_id) values ('0198c0de-0000-7000-8000-000000000000')",
    "insert into operators.staff (staff_id) values ('0198c0de-0000-7000-8000-000000000000')",
    'update operators.staff set disabled_at = null',
  ])('the program may not: %s', async (statement) => {
    await expect(harness.db.asProgram(statement)).rejects.toThrow('permission denied')
  })

  test.each([
    "update operators.proposals set payload = '{}'",
    'delete from operators.decisions',
    'delete from operators.staff',
  ])('nor may the owner, unless the guard is taken off first: %s', async (statement) => {
    await expect(harness.db.asOwner(statement)).rejects.toThrow('not allowed')
  })
})

describe('ending a proposal', () => {
  test('refused by a checker or withdrawn by its maker, it can no longer be approved', async () => {
    for (const [staff, verdict] of [
      [bob, 'refused'],
      [ann, 'withdrawn'],
    ] as const) {
      const { proposal_id } = await make({ subject_id: verdict })
      expect(await refuse(harness.services, acts, { proposal_id, staff, reason: 'no' })).toMatchObject({
        verdict,
      })
      await expect(yes(proposal_id, bob)).rejects.toMatchObject({ reason: 'proposal_decided' })
      await expect(
        refuse(harness.services, acts, { proposal_id, staff: bob, reason: 'no' }),
      ).rejects.toMatchObject({
        reason: 'proposal_decided',
      })
    }
    expect(await applied()).toEqual([])
    await harness.drain()
    expect(ended).toMatchObject([
      { action: 'test.act', subject_id: 'refused', how: 'refused' },
      { action: 'test.act', subject_id: 'withdrawn', how: 'withdrawn' },
    ])
  })

  test('after seven days it has expired, and the database says so too', async () => {
    const { proposal_id } = await make({ subject_id: 'late' })
    const open = () =>
      harness.db.database.transaction({ kind: 'system' }, (tx) => findOpenProposals(tx, 'test.act', 'late'))
    expect(await open()).toHaveLength(1)
    await harness.advance(7 * 86_400_000)
    expect(await open()).toEqual([])
    expect(ended).toContainEqual(expect.objectContaining({ proposal_id, how: 'expired' }))
    await expect(yes(proposal_id, bob)).rejects.toMatchObject({ reason: 'proposal_expired' })
    const insert = `insert into operators.decisions (proposal_id, verdict, checker_id, decided_at)
      values ($1, 'approved', $2, now())`
    await expect(harness.db.asOwner(insert, [proposal_id, bob.staff_id])).rejects.toThrow('has expired')
  })
})

test('a customer sees neither staff nor proposals', async () => {
  const counted = await harness.db.asProgram(
    'select (select count(*) from operators.staff) + (select count(*) from operators.proposals) as rows',
  )
  expect(counted).toEqual([{ rows: 0n }])
})

test('after all of this the audit chain is whole', async () => {
  const report = await harness.db.database.transaction({ kind: 'system' }, (tx) => verifyChain(tx))
  expect(report.faults).toEqual([])
})
