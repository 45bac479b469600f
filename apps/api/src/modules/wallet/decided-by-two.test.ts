import { accountabilityList } from '@adtally/contract/identity/identity.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { reasonOf, refusalOf } from '../../testing/reason-of.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildStaff, joinStaff } from '../../testing/worlds/build-staff.ts'
import type { Staff } from '../module.ts'
import { runVerb, verbsOf, withDigests } from '../operators/index.ts'
import * as policies from '../policies/index.ts'
import { bankDesk } from './testing/bank-desk.ts'
import { readWithdrawal } from './withdrawals/withdrawals.ts'

const t = await testProgram()
afterAll(() => t.close())
const desk = bankDesk(t)
const staff = await buildStaff(t.services)
const other_maker = await joinStaff(t.services, staff, {
  username: 'mona',
  roles: ['finance_maker', 'risk', 'content'],
})

type Printed = Record<string, unknown>

async function run(by: Staff, name: string, flags: Printed = {}): Promise<Printed> {
  const verb = verbsOf(t.modules).find((known) => known.name === name)
  if (!verb) throw new RangeError(`there is no verb ${name}`)
  const given = await withDigests(t.services, verbsOf(t.modules), by, name, flags)
  return Object(await runVerb(t.services, verb, by, given))
}
const proposes = (name: string, flags: Printed) => run(staff.maker, name, flags)
const approves = (proposal_id: unknown, more: Printed = {}) =>
  run(staff.checker, 'approve', { proposal_id, ...more })
const shows = (proposal_id: unknown) => run(staff.checker, 'show-proposal', { proposal_id })
const listed = async (proposal_id: unknown) =>
  Object.values(Object((await run(staff.checker, 'list-proposals')).items)).find(
    (one) => Object(one).proposal_id === proposal_id,
  )
const openCount = async () => Object.keys(Object((await run(staff.checker, 'list-proposals')).items)).length

const theft = (customer_id: string, amount: string) => ({
  ...{
    customer: customer_id,
    reason: 'account_theft',
    amount,
    evidence: 'Told us in the chat',
    report: 'chat 7',
  },
})
async function asked(amount: string, micros: bigint) {
  const customer = await desk.customer(amount)
  const { withdrawal_id } = await desk.ask(customer, micros)
  const { row } = await readWithdrawal(t.services, customer.customer_id, withdrawal_id)
  // A new beneficiary's hold ends after a day.
  await t.advance(25 * 3_600_000)
  return { ...customer, number: row.number }
}

describe('one proposal for each act and subject', () => {
  test('of another maker it is refused with the id of the one that waits, at once too; ended, it can be made again [proof 235]', async () => {
    const { number } = await asked('40.00', 20_000_000n)
    const makers = [staff.maker, other_maker, staff.maker, other_maker]
    const tried = await Promise.allSettled(makers.map((by) => run(by, 'approve-withdrawal', { number })))
    const made = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const refused = tried.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    const [first] = made
    expect(new Set(made.map(({ proposal_id }) => proposal_id)).size).toBe(1)
    expect(refused.length).toBeGreaterThanOrEqual(2)
    for (const refusal of refused) {
      expect(refusal).toMatchObject({
        reason: 'proposal_open',
        details: { values: { proposal_id: first?.proposal_id } },
      })
    }
    // Nor with SQL through the office's login and another maker's session.
    const { subject_kind, subject_id } = await shows(first?.proposal_id)
    const propose = (id: unknown) =>
      saidByLogin(
        t.db.logins.office,
        `select operators.propose('${other_maker.session_token}', uuidv7(), 'withdrawal.approve', '${subject_kind}',
           '${id}', null, '{}', 'so', '{}', null, '{}')`,
      )
    expect(await propose(subject_id)).toMatch(/somebody has proposed withdrawal.approve/)
    expect(await propose(newId()), 'control').toBe('done')
    await run(staff.checker, 'refuse-proposal', { proposal_id: first?.proposal_id, reason: 'not yet' })
    expect(await reasonOf(run(other_maker, 'approve-withdrawal', { number }))).toBe('ok')
  })

  test('what a decision makes pointless ends with it, in the customer’s feed too [proof 236]', async () => {
    const { number, token } = await asked('40.00', 20_000_000n)
    const approval = await proposes('approve-withdrawal', { number })
    const end = await run(other_maker, 'end-withdrawal', { number, evidence: 'Another name' })
    const bystander = await proposes('place-hold', theft((await desk.customer('5.00')).customer_id, '1.00'))
    const done = await approves(end.proposal_id)
    expect(done.superseded).toEqual([approval.proposal_id])
    expect(await shows(approval.proposal_id)).toMatchObject({
      status: 'superseded',
      checker_username: 'checker',
    })
    expect(await shows(bystander.proposal_id)).toMatchObject({ status: 'open' })
    expect(await reasonOf(approves(approval.proposal_id))).toBe('proposal_decided')
    const feed = await t.call(accountabilityList, {}, { token })
    expect(feed.data.items.map(({ action }) => action)).toContain('withdrawal.approve.superseded')
  })

  test('a maker who asks again is answered by the first, by a request’s id whatever is made anew [proof 237]', async () => {
    const { customer_id } = await desk.customer('30.00')
    const [first, again] = [
      await proposes('place-hold', theft(customer_id, '3.00')),
      await proposes('place-hold', theft(customer_id, '3.00')),
    ]
    expect(again.proposal_id).toBe(first.proposal_id)
    expect(await reasonOf(proposes('place-hold', theft(customer_id, '4.00'))), 'another amount').toBe(
      'proposal_open',
    )
    const disabling = (reason: string) => proposes('customer-disable', { customer: customer_id, reason })
    const { proposal_id } = await disabling('They asked for it')
    expect((await disabling('They asked for it')).proposal_id).toBe(proposal_id)
    expect(await reasonOf(disabling('Another one')), 'a reason that would be lost').toBe('proposal_open')
    const publisher = {
      ...{ name: 'Once', legal_name: 'Once Ltd', account_name: 'Once Ltd', domain: 'once.example' },
      ...{ evidence_hash: '0'.repeat(64), reason: 'seen' },
    }
    const made = await proposes('create-publisher', publisher)
    expect(
      await proposes('create-publisher', publisher),
      'the same thing, whose id would be new',
    ).toMatchObject({
      ...{ proposal_id: made.proposal_id, publisher_id: made.publisher_id },
    })
    const request_id = newId()
    const twice = { ...publisher, domain: 'twice.example', request_id }
    const asked_once = await proposes('create-publisher', twice)
    expect(asked_once.proposal_id).toBe(request_id)
    await approves(request_id)
    const before = await openCount()
    expect(await proposes('create-publisher', twice), 'after its decision too').toMatchObject({
      publisher_id: asked_once.publisher_id,
    })
    expect(await openCount()).toBe(before)
    expect(await reasonOf(run(other_maker, 'create-publisher', twice))).toBe('request_id_reused')
    expect(await reasonOf(proposes('place-hold', { ...theft(customer_id, '5.00'), request_id }))).toBe(
      'request_id_reused',
    )
  })
})

describe('a checker', () => {
  test('approves what they saw: other facts are told with both sides, nothing is done, and seen they are approved [proof 238]', async () => {
    const lower = await proposes('policy-propose', { set: ['plan_amount_max=4000'], reason: 'less' })
    const raise = ['plan_amount_max=6000', 'vip_price=19']
    await approves((await run(other_maker, 'policy-propose', { set: raise, reason: 'more' })).proposal_id)
    const refusal = await refusalOf(approves(lower.proposal_id))
    expect(refusal.reason).toBe('proposal_changed')
    const { seen, now, facts_hash } = refusal.details.values ?? {}
    expect(seen).toContain('before: plan_amount_max 5000.00 USD | after: plan_amount_max 4000.00 USD')
    expect(now).toContain('before: plan_amount_max 6000.00 USD | after: plan_amount_max 4000.00 USD')
    const versions = () =>
      t.db.asOwner(
        "select values ->> 'plan_amount_max_micros' as most from policies.versions order by version",
      )
    expect(await versions()).toEqual([{ most: '5000000000' }, { most: '6000000000' }])
    expect(await shows(lower.proposal_id)).toMatchObject({
      status: 'open',
      is_as_proposed: false,
      now: { facts_hash },
    })
    expect(await reasonOf(approves(lower.proposal_id, { facts_hash: '0'.repeat(64) }))).toBe(
      'proposal_changed',
    )
    expect(await approves(lower.proposal_id, { facts_hash })).toMatchObject({
      ...{ before: { plan_amount_max: '6000.00 USD' }, after: { plan_amount_max: '4000.00 USD' } },
    })
    expect((await versions()).length).toBe(3)
    expect(policies.current(t.services).plan_amount_max_micros).toBe(6_000_000_000n)
  })

  test('is told in a sentence what it is, whose and how much, and what is booked: in the list, alone, and in the answer [proof 239]', async () => {
    const { customer_id, username } = await desk.customer('30.00')
    const [who] = await t.db.asOwner<{ operated_id: string }>(
      `select operated_id from identity.customers where customer_id = '${customer_id}'`,
    )
    const { proposal_id, says } = await proposes('place-hold', theft(customer_id, '3.00'))
    expect(says).toBe(
      `Hold 3.00 USD of available funds of customer ${who?.operated_id} (${username}): account_theft`,
    )
    const told = {
      ...{ says, before: {}, booked: ['3.00 USD from customer_available to risk_hold (hold)'] },
      after: expect.objectContaining({ on_hold: '3.00 USD', evidence: 'Told us in the chat' }),
    }
    expect(await listed(proposal_id)).toMatchObject(told)
    expect(await shows(proposal_id)).toMatchObject({ ...told, is_as_proposed: true })
    expect(await approves(proposal_id)).toMatchObject(told)
    const [kept] = await t.db.asOwner(
      `select details -> 'facts' as facts from audit.entries
       where action = 'hold.place' and details ->> 'proposal_id' = '${proposal_id}'`,
    )
    expect(kept?.facts, 'what they saw is in the log').toMatchObject({ says })
  })
})

test('what the act would refuse now, the proposal refuses now, and leaves nothing; what it would do is not done [proof 240]', async () => {
  const { customer_id } = await desk.customer('30.00')
  const state = async () => {
    const { rows } = await t.services.databases.office.transaction({ kind: 'system' }, (tx) =>
      sql`select (select count(*) from wallet.holds) as holds, (select count(*) from ledger.transfers) as transfers,
        (select count(*) from operators.decisions) as decisions,
        (select count(*) from platform.jobs where kind <> 'operators.proposal_expiry') as jobs`.execute(tx),
    )
    return rows
  }
  const proposals = () => t.db.asOwner('select count(*) from operators.proposals')
  const [before, before_it] = [await state(), await proposals()]
  expect(before).not.toMatchObject([{ transfers: 0n }])
  expect(await reasonOf(proposes('place-hold', theft(customer_id, '99999.00')))).toBe('insufficient_balance')
  expect(await proposals()).toEqual(before_it)
  expect(await state()).toEqual(before)
  await proposes('place-hold', theft(customer_id, '3.00'))
  expect(await proposals()).not.toEqual(before_it)
  expect(await state()).toEqual(before)
})
