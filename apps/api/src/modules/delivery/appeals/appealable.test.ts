import { login } from '@adtally/contract/identity/identity.ts'
import { planInvalid, planInvalidAppeal } from '@adtally/contract/plans/plans.ts'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { plant } from '../../../testing/plant.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { buildStaff, joinStaff } from '../../../testing/worlds/build-staff.ts'
import { settleBooks } from '../index.ts'
import { busyDevice, passOver } from '../testing/busy-device.ts'
import { eventAfter, eventRow } from '../testing/event-row.ts'
import { grantLease } from '../testing/grant-lease.ts'

const UNIT = 1_000_000n
const SPEED = 'device_velocity'
const SEQUENCE = 'impossible_sequence'

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const staff = await buildStaff(t.services)
const judge = await joinStaff(t.services, staff, { username: 'judge', roles: ['support'] })
const umpire = await joinStaff(t.services, staff, { username: 'umpire', roles: ['finance_checker'] })
const { clock, delivery } = t.services
const customer = await market.customerWith('400.00')
// Published by the office's two, who may decide on none of it.
const published = await market.office.decide('traffic-rule-propose', {
  ...{ rule: SPEED, set: ['impressions_per_minute=5', 'clicks_per_minute=5'] },
  reason: 'a farm',
})
await t.advance(Date.parse(String(published.in_force_from)) - clock.now_ms() + 1_000)
const { username, password } = customer
const { token } = (await t.call(login, { username, password })).data

const invalidOf = async (plan_id: string) => (await t.call(planInvalid, { plan_id }, { token })).data.items
const eventOf = async (plan_id: string) =>
  (await invalidOf(plan_id)).find(({ rule }) => rule === SPEED)?.event_id ?? ''
const appeal = async (plan_id: string, event_id: string) => {
  const filed = { request_id: newId(), plan_id, event_id, grounds: 'They came from a fair.' }
  return await t.call(planInvalidAppeal, filed, { token })
}

test('an appeal of a publisher is decided by nobody who wrote it down [proof 1099]', async () => {
  const { publisher_id } = market
  const filed = async (by?: typeof judge) => {
    const plan_id = await market.place(customer.customer_id, 20n * UNIT)
    await busyDevice(t, market, plan_id)
    await passOver(t)
    const flags = { publisher_id, event_id: await eventOf(plan_id), grounds: 'They were at our fair.' }
    return String((await market.office.run('traffic-appeal-file', flags, by)).appeal_id)
  }
  const propose = (appeal_id: string, by: typeof judge) => {
    const flags = { appeal_id, decision: 'refused', answer: 'The log shows it.', reason: 'looked' }
    return market.office.run('traffic-appeal-decide', flags, by)
  }
  const own = await filed(judge)
  expect(await reasonOf(propose(own, judge))).toBe('four_eyes')
  // One whose second hat would let them approve what they wrote down.
  const both = await joinStaff(t.services, staff, { username: 'both', roles: ['risk'] })
  const [appeal_id, other] = [await filed(both), await filed(both)]
  const { proposal_id } = await propose(appeal_id, judge)
  const approve = () => market.office.run('approve', { proposal_id }, both)
  expect(await reasonOf(approve())).toBe('four_eyes')
  const { hindrance } = await market.office.run('show-proposal', { proposal_id }, both)
  expect(hindrance).toBe('judged')
  const undoing = await plant(t.db.asOwner, [
    { routine: 'delivery.guard_appeal', from: 'old.filed_by = new.approved_by', to: 'false' },
  ])
  expect(await approve(), 'control: nobody looks').toMatchObject({ outcome: { appeal_id } })
  for (const undo of undoing) await t.db.asOwner(undo)
  const by_three = await propose(other, judge)
  const approved = await market.office.run('approve', { proposal_id: by_three.proposal_id }, umpire)
  expect(approved, 'control: three people').toMatchObject({ outcome: { appeal_id: other } })
})

test('an appeal is about money: what moved nothing, and nothing with it, is neither offered nor taken [proof 1105]', async () => {
  const plan_id = await market.place(customer.customer_id, 20n * UNIT)
  await delivery.refresh()
  const node_id = await delivery.ingest.nodeId()
  const wish = { node_id, slice_micros: UNIT, least_micros: 1n }
  const lease = await t.system((tx) => grantLease(tx, plan_id, wish))
  const terms = { publisher_id: market.publisher_id, placement_id: market.placement_id, device: 4_999n }
  const shown = eventRow(plan_id, lease?.lease_id ?? '', clock.now_ms(), terms)
  await delivery.ingest.add(eventAfter(shown, clock.now_ms(), { kind: 'viewable' }), 'a browser')
  await settleBooks(t.services)
  await passOver(t)
  const [found] = await invalidOf(plan_id)
  expect(found).toMatchObject({ rule: SEQUENCE, spend_returned: '0.00', appeal_until: null })
  const event_id = found?.event_id ?? ''
  expect((await appeal(plan_id, event_id)).data.reason).toBe('verdict_not_appealable')
  const flags = { publisher_id: market.publisher_id, event_id, grounds: 'It was seen.' }
  expect(await reasonOf(market.office.run('traffic-appeal-file', flags))).toBe('verdict_not_appealable')
  await t.db.asOwner('alter table delivery.appeals disable trigger appeals_asked')
  expect((await appeal(plan_id, event_id)).code, 'control: nobody asks').toBe(200)
  await t.db.asOwner('alter table delivery.appeals enable always trigger appeals_asked')
})

test('an appeal has grounds of 2,000 signs at most, whoever writes them down', async () => {
  const flags = { publisher_id: market.publisher_id, event_id: newId() }
  const file = (length: number) =>
    reasonOf(market.office.run('traffic-appeal-file', { ...flags, grounds: 'g'.repeat(length) }))
  expect([await file(2_000), await file(2_001)]).toEqual(['verdict_not_appealable', 'field_too_long'])
})
