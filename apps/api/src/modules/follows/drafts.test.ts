import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { statementsOfBatches } from '../../testing/worlds/batched-acts.ts'
import { givePromotion } from '../../testing/worlds/build-marketplace.ts'

import { confirmDraft, dismissDraft } from './confirm-draft.ts'
import { endFollow } from './end-follow.ts'
import { listAssistance } from './list-assistance.ts'
import { followFree, type Operator, operator, place, product, UNIT } from './testing/follow-world.ts'

const DAY_MS = 86_400_000

const t = await testServices()
afterAll(() => t.close())
const product_id = await product(t)

const draftsOf = async ({ customer_id }: Operator) =>
  (await listAssistance(t.services, customer_id, {})).drafts

async function pair() {
  const [leader, follower] = [await operator(t), await operator(t)]
  const relation = await followFree(t, follower, leader)
  return { leader, follower, relation }
}

/** A follower's only draft of a plan just placed. */
async function drafted() {
  const { leader, follower, relation } = await pair()
  await place(t, leader.customer_id, product_id)
  const [draft] = await draftsOf(follower)
  if (!draft) throw new Error('the plan has left no draft')
  return { leader, follower, relation, draft }
}

const inCash = (amount: bigint) => ({
  parts: { cash_micros: amount * UNIT, discount_micros: 0n, startup_micros: 0n },
  origins: [],
})

const confirm = ({ customer_id }: Operator, draft_id: string, request_id = newId(), amount = 40n) =>
  confirmDraft(t.services, customer_id, { request_id, draft_id, ...inCash(amount) })

describe('drafts', () => {
  test('each follower gets one of each plan that the leader places; nobody else does', async () => {
    const { leader, follower } = await pair()
    const [second, stranger] = [await operator(t), await operator(t)]
    await followFree(t, second, leader)
    await place(t, leader.customer_id, product_id)
    await place(t, stranger.customer_id, product_id)
    expect(await draftsOf(second)).toHaveLength(1)
    expect(await draftsOf(stranger)).toEqual([])
    expect(await draftsOf(leader)).toEqual([])
    expect(await draftsOf(follower)).toMatchObject([
      {
        operated_id: leader.operated_id,
        nickname: 'Robin',
        product_id,
        duration_days: 12,
        open: true,
        amount_min: '10.00',
      },
    ])
    const told = await t.system((tx) =>
      tx
        .selectFrom('service.notifications')
        .select('message')
        .where('customer_id', '=', follower.customer_id)
        .execute(),
    )
    expect(told.map(({ message }) => message)).toEqual(['follow_draft'])
  })

  test('a plan placed before the following began leaves none', async () => {
    const [leader, follower] = [await operator(t), await operator(t)]
    await place(t, leader.customer_id, product_id)
    await followFree(t, follower, leader)
    await t.drain()
    expect(await draftsOf(follower)).toEqual([])
  })

  test('twenty that are confirmed together cost as many statements as one', async () => {
    const { alone, together } = await statementsOfBatches(t.services, async () => {
      const { follower, draft } = await drafted()
      const request = { request_id: newId(), draft_id: draft.draft_id, ...inCash(40n) }
      return (acting) => confirmDraft(acting, follower.customer_id, request)
    })
    expect(together).toHaveLength(alone.length)
  })

  test('a plan placed from a draft leaves none to its owner’s followers', async () => {
    const { follower, draft } = await drafted()
    const below = await operator(t)
    await followFree(t, below, follower)
    await confirm(follower, draft.draft_id)
    await t.drain()
    expect(await draftsOf(below)).toEqual([])
    await place(t, follower.customer_id, product_id)
    expect(await draftsOf(below)).toHaveLength(1)
  })

  test('go by themselves after seven days, and with the following', async () => {
    const one = await drafted()
    const two = await drafted()
    await endFollow(t.services, two.follower.customer_id, two.relation.relation_id)
    expect(await draftsOf(two.follower)).toEqual([])
    expect(await reasonOf(confirm(two.follower, two.draft.draft_id))).toBe('draft_not_open')
    await t.advance(7 * DAY_MS + 1_000)
    expect(await draftsOf(one.follower)).toEqual([])
    expect(await reasonOf(confirm(one.follower, one.draft.draft_id))).toBe('draft_not_open')
  })
})

describe('confirming', () => {
  test('places a plan of the follower’s own amount, as long as the leader’s', async () => {
    const { follower, draft } = await drafted()
    const { plan_id } = await confirm(follower, draft.draft_id)
    const [plan] = await t.db.asOwner<{ customer_id: string; amount_micros: bigint; days: number }>(
      `select customer_id, amount_micros, extract(day from ends_at - created_at)::int as days
       from plans.plans where plan_id = $1`,
      [plan_id],
    )
    expect(plan).toEqual({ customer_id: follower.customer_id, amount_micros: 40n * UNIT, days: 12 })
    const { drafts, relation } = await listAssistance(t.services, follower.customer_id, {})
    expect(drafts).toEqual([])
    expect(relation?.confirmed_plans).toBe(1)
  })

  test('is paid with startup funds too, as any plan is, and two pay with the same draft once', async () => {
    const { follower, draft } = await drafted()
    await givePromotion(t.services, follower.customer_id, 'startup', 5n * UNIT)
    const parts = { cash_micros: 8n * UNIT, discount_micros: 0n, startup_micros: 2n * UNIT }
    const asked = () => ({ request_id: newId(), draft_id: draft.draft_id, parts, origins: [] })
    const { plan_id } = await confirmDraft(t.services, follower.customer_id, asked())
    const [plan] = await t.db.asOwner(
      'select cash_micros, startup_micros from plans.plans where plan_id = $1',
      [plan_id],
    )
    expect(plan).toEqual({ cash_micros: 8n * UNIT, startup_micros: 2n * UNIT })
    expect(await reasonOf(confirmDraft(t.services, follower.customer_id, asked()))).toBe('draft_not_open')
  })

  test('twenty different requests at once place one plan; the same request again answers it', async () => {
    const { follower, draft } = await drafted()
    const requests = Array.from({ length: 20 }, () => newId())
    const reasons = await Promise.all(
      requests.map((request_id) => reasonOf(confirm(follower, draft.draft_id, request_id, 10n))),
    )
    expect(reasons.toSorted()).toEqual([...Array(19).fill('draft_not_open'), 'ok'])
    const winner = requests[reasons.indexOf('ok')] ?? ''
    const again = await confirm(follower, draft.draft_id, winner, 10n)
    const plans = await t.db.asOwner<{ plan_id: string }>(
      'select plan_id from plans.plans where customer_id = $1',
      [follower.customer_id],
    )
    expect(plans).toEqual([{ plan_id: again.plan_id }])
    expect(await reasonOf(confirm(follower, draft.draft_id, winner, 11n))).toBe('request_id_reused')
  })

  test('what placing refuses leaves the draft open', async () => {
    const { follower, draft } = await drafted()
    expect(await reasonOf(confirm(follower, draft.draft_id, newId(), 9n))).toBe('investment_out_of_range')
    expect(await reasonOf(confirm(follower, draft.draft_id, newId(), 4_000n))).toBe('insufficient_balance')
    expect(await draftsOf(follower)).toHaveLength(1)
  })

  test('somebody else’s draft is not there, and a dismissed one is not open', async () => {
    const { leader, follower, draft } = await drafted()
    expect(await reasonOf(confirm(leader, draft.draft_id))).toBe('draft_not_found')
    expect(await reasonOf(dismissDraft(t.services, leader.customer_id, draft.draft_id))).toBe(
      'draft_not_found',
    )
    await dismissDraft(t.services, follower.customer_id, draft.draft_id)
    await dismissDraft(t.services, follower.customer_id, draft.draft_id)
    expect(await reasonOf(confirm(follower, draft.draft_id))).toBe('draft_not_open')
  })
})

test('the database lets nobody decide a draft twice or move a relation', async () => {
  const { follower, draft, relation } = await drafted()
  await dismissDraft(t.services, follower.customer_id, draft.draft_id)
  await expect(
    t.db.asOwner("update follows.drafts set state = 'lapsed' where draft_id = $1", [draft.draft_id]),
  ).rejects.toThrow(/decided once/)
  await expect(
    t.db.asOwner('update follows.relations set fee_percent = 30 where relation_id = $1', [
      relation.relation_id,
    ]),
  ).rejects.toThrow(/never changes/)
  const seen = await t.db.asProgram('select from follows.drafts')
  expect(seen).toEqual([])
})
