import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { Office } from '../../demo/office.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { endFollow } from './end-follow.ts'
import { follow } from './follow.ts'
import { listAssistance, previewLeader } from './list-assistance.ts'
import { followFree, type Operator, operator } from './testing/follow-world.ts'

const t = await testServices()
afterAll(() => t.close())
const office = new Office(t.services, t.modules, await buildStaff(t.services))

const why = (follower: Operator, operated_id: string) =>
  reasonOf(follow(t.services, follower.customer_id, { request_id: newId(), operated_id, fee_percent: 0 }))

describe('following', () => {
  test('refuses an unknown, one’s own and the present ID, and says nothing of closed accounts [proof 79]', async () => {
    const [ada, ben] = [await operator(t), await operator(t)]
    expect(await why(ada, '99999999')).toBe('operated_id_not_found')
    expect(await why(ada, "1' or 1=1")).toBe('operated_id_not_found')
    expect(await why(ada, ada.operated_id)).toBe('operated_id_own')
    await followFree(t, ada, ben)
    expect(await why(ada, ben.operated_id)).toBe('operated_id_current')
    const gone = await operator(t)
    await t.db.asOwner("update identity.customers set status = 'disabled' where customer_id = $1", [
      gone.customer_id,
    ])
    expect(await why(ada, gone.operated_id)).toBe('operated_id_not_found')
  })

  test('replaces whom one followed before, ends at any time and can begin again', async () => {
    const [ada, ben, cleo] = [await operator(t), await operator(t), await operator(t)]
    await followFree(t, ada, ben)
    const second = await followFree(t, ada, cleo)
    expect((await endFollow(t.services, ada.customer_id, second.relation_id)).end_reason).toBe(
      'ended_by_follower',
    )
    await endFollow(t.services, ada.customer_id, second.relation_id)
    await followFree(t, ada, ben)
    const page = await listAssistance(t.services, ada.customer_id, {})
    expect(page.items.map(({ operated_id, end_reason }) => [operated_id, end_reason])).toEqual([
      [ben.operated_id, null],
      [cleo.operated_id, 'ended_by_follower'],
      [ben.operated_id, 'replaced'],
    ])
    expect(page.relation).toEqual(page.items[0])
    expect((await listAssistance(t.services, ben.customer_id, {})).own.followers).toBe(1)
    expect(await reasonOf(endFollow(t.services, ben.customer_id, second.relation_id))).toBe(
      'follow_not_found',
    )
    const pairs = await t.db.asOwner(
      'select from follows.pairs p join identity.customers c on c.person_id = p.follower_person_id where c.customer_id = $1',
      [ada.customer_id],
    )
    expect(pairs).toHaveLength(2)
  })

  test('the same request answers the same relation, twenty at once too; other content is refused', async () => {
    const [ada, ben, cleo] = [await operator(t), await operator(t), await operator(t)]
    const request = { request_id: newId(), operated_id: ben.operated_id, fee_percent: 0 }
    const all = await Promise.all(
      Array.from({ length: 20 }, () => follow(t.services, ada.customer_id, request)),
    )
    expect(new Set(all.map(({ relation_id }) => relation_id)).size).toBe(1)
    const other = { ...request, operated_id: cleo.operated_id }
    expect(await reasonOf(follow(t.services, ada.customer_id, other))).toBe('request_id_reused')
  })

  test('a related person can’t follow; a related leader is said to be one', async () => {
    const [ada, ben] = [await operator(t), await operator(t)]
    await office.run('declare-related', {
      kind: 'staff',
      party_name: 'Ada',
      customer: ada.username,
      share_percent: '0',
      since: '2026-01-01',
      reason: 'works here',
    })
    expect(await why(ada, ben.operated_id)).toBe('related_party')
    expect(await previewLeader(t.services, ben.customer_id, ada.operated_id)).toMatchObject({
      related_party: true,
      record: { basis: 'platform', own_settled_plans: 0 },
    })
  })

  test('trying IDs ends after twenty that nobody has', async () => {
    const ada = await operator(t)
    for (let tries = 0; tries < 20; tries += 1)
      expect(await why(ada, '10000000')).toBe('operated_id_not_found')
    expect(await why(ada, '10000000')).toBe('too_many_requests')
  })
})

describe('a leader’s rate', () => {
  test('two people set it within the policy; whoever saw another has to look again', async () => {
    const [ada, ben, cleo] = [await operator(t), await operator(t), await operator(t)]
    const set = (fee_percent: string) =>
      office.decide('set-leader-fee', { customer: ben.username, fee_percent, reason: 'a good record' })
    expect(await reasonOf(set('21'))).toBe('policy_out_of_bounds')
    await followFree(t, cleo, ben)
    await set('15')
    expect(await why(ada, ben.operated_id)).toBe('follow_fee_changed')
    const { fee_percent } = await previewLeader(t.services, ada.customer_id, ben.operated_id)
    expect(fee_percent).toBe(15)
    await follow(t.services, ada.customer_id, {
      request_id: newId(),
      operated_id: ben.operated_id,
      fee_percent,
    })
    const { relation } = await listAssistance(t.services, cleo.customer_id, {})
    expect(relation?.fee_percent).toBe(0)
    const feed = await t.db.asOwner<{ action: string }>(
      "select action from audit.entries where customer_id = $1 and actor_kind = 'staff' order by sequence",
      [ben.customer_id],
    )
    expect(feed.map(({ action }) => action)).toEqual(['leader_fee.set.proposed', 'leader_fee.set'])
  })

  test('one person alone can’t, and the database knows the bound', async () => {
    const ben = await operator(t)
    const { proposal_id } = await office.run('set-leader-fee', {
      customer: ben.username,
      fee_percent: '10',
      reason: 'a good record',
    })
    expect(await reasonOf(office.run('approve', { proposal_id }))).not.toBe('ok')
    await expect(
      t.db.asOwner('insert into follows.leader_fees values ($1, $2, 31, $1, now())', [
        newId(),
        ben.customer_id,
      ]),
    ).rejects.toThrow(/fee_percent/)
  })
})

test('a disabled leader leads nobody any more', async () => {
  const [ada, ben] = [await operator(t), await operator(t)]
  await followFree(t, ada, ben)
  await t.drain()
  await office.decide('customer-disable', { customer: ben.username, reason: 'asked by a court' })
  await t.drain()
  const { relation, items } = await listAssistance(t.services, ada.customer_id, {})
  expect(relation).toBeNull()
  expect(items[0]?.end_reason).toBe('leader_disabled')
})
