import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { expectRefusedByGuard } from '../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { confirmDraft } from './confirm-draft.ts'
import { listAssistance } from './list-assistance.ts'
import { type Operator, operator, place, UNIT } from './testing/follow-world.ts'
import { SharedWorld } from './testing/shared-world.ts'

const t = await testServices()
afterAll(() => t.close())
const world = await SharedWorld.make(t)
const { leader, follower } = world
const { product_id } = world.product
const ids: Record<string, string> = { leader: leader.customer_id, follower: follower.customer_id }

const asApi = (statements: string) => saidByLogin(t.db.logins.api, statements, ids)
const asWorker = (statements: string) => saidByLogin(t.db.logins.worker, statements, ids)

/** The follower's only open draft, of a plan that the leader has just placed. */
async function drafted(): Promise<string> {
  ids.leaders = await place(t, leader.customer_id, product_id)
  const [draft] = (await listAssistance(t.services, follower.customer_id, {})).drafts
  return draft?.draft_id ?? ''
}

describe('nobody shares in another’s profit but by the leader’s published fee and a plan placed after it', () => {
  const following = (leader_id: string, percent: number, begun = 'platform.now()') =>
    `insert into follows.relations (relation_id, follower_id, leader_id, fee_percent, policy_version, request_id, started_at)
     values ('${newId()}', '<victim>', '${leader_id}', ${percent}, 1, uuidv7(), ${begun})`

  test('a following begins now, at the fee that two people set; without the guard at any [proof 774]', async () => {
    const [victim, thief] = [await operator(t), await operator(t)]
    ids.victim = victim.customer_id
    const guard = ['follows.relations', 'relations_begun'] as const
    const at_any = () => asApi(following(thief.customer_id, 20))
    await expectRefusedByGuard(t.db.asOwner, guard, at_any, /rate that was published/)
    expect(await asApi(following(leader.customer_id, 19))).toMatch(/rate that was published/)
    const late = `do $$ begin
      if exists (select from follows.relations where follower_id = '<victim>' and started_at < '2021-01-01') then
        raise exception 'it began long ago'; end if; end $$`
    const long_ago = () => asApi(`${following(leader.customer_id, 20, "timestamptz '2020-01-01'")}; ${late}`)
    expect(await long_ago()).toBe('done')
    await t.db.asOwner('alter table follows.relations disable trigger relations_begun')
    expect(await long_ago()).toMatch(/it began long ago/)
    await t.db.asOwner('alter table follows.relations enable always trigger relations_begun')
  })

  test('a draft takes no plan that runs already, nor another’s; without the guard it does [proof 775]', async () => {
    const stranger = await operator(t)
    const [own, others] = [
      await place(t, follower.customer_id, product_id),
      await place(t, stranger.customer_id, product_id),
    ]
    const draft_id = await drafted()
    const guard = ['follows.drafts', 'drafts_confirmed'] as const
    const confirm = (plan_id: string) =>
      `update follows.drafts set state = 'confirmed', decided_at = platform.now(), plan_id = '${plan_id}'
       where draft_id = '${draft_id}'`
    for (const plan_id of [own, others, newId()]) {
      await expectRefusedByGuard(t.db.asOwner, guard, () => asApi(confirm(plan_id)), /that is placed with it/)
    }
    const touched = `update plans.plans set paused = paused where plan_id = '${own}'; ${confirm(own)}`
    expect(await asApi(touched)).toMatch(/that is placed with it/)
    const parts = { cash_micros: 40n * UNIT, discount_micros: 0n, startup_micros: 0n }
    const request = { request_id: newId(), draft_id, parts, origins: [] }
    const { plan_id } = await confirmDraft(t.services, follower.customer_id, request)
    expect(plan_id).toBeTruthy()
  })

  test('a message that somebody else published makes no draft of another’s plan; without the guard it does [proof 776]', async () => {
    const stranger: Operator = await operator(t)
    ids.strangers = await place(t, stranger.customer_id, product_id)
    await drafted()
    const draft = (plan: string, members = '') =>
      `insert into follows.drafts (draft_id, relation_id, follower_id, leader_id, leader_plan_id, product_id,
         duration_days, leader_placed_at, created_at, expires_at)
       select uuidv7(), relation_id, '<follower>', '<leader>', plan_id, product_id, 12,
         date_trunc('milliseconds', plan.created_at), platform.now(), platform.now() + interval '1 hour' ${members}
       from plans.plans plan, follows.relations
       where plan_id = '<${plan}>' and follower_id = '<follower>' and ended_at is null`
    const guard = ['follows.drafts', 'drafts_made'] as const
    await expectRefusedByGuard(
      t.db.asOwner,
      guard,
      () => asWorker(draft('strangers')),
      /whom its customer follows/,
    )
    const again = `alter table follows.drafts drop constraint drafts_once`
    await t.db.asOwner(again)
    expect(await asWorker(draft('leaders'))).toBe('done')
    const lasting = () => asWorker(draft('leaders', "+ interval '300 hours'"))
    await expectRefusedByGuard(t.db.asOwner, guard, lasting, /whom its customer follows/)
    await t.db.asOwner(
      'alter table follows.drafts add constraint drafts_once unique (leader_plan_id, follower_id)',
    )
  })
})
