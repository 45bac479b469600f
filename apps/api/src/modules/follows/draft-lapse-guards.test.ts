import { afterAll, describe, expect, test } from 'vitest'
import { plant } from '../../testing/plant.ts'
import { expectRefusedByGuard } from '../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { listAssistance } from './list-assistance.ts'
import { followFree, operator, place, product } from './testing/follow-world.ts'

const DAY_MS = 86_400_000

const t = await testServices()
afterAll(() => t.close())
const [leader, follower] = [await operator(t), await operator(t)]
const relation = await followFree(t, follower, leader)
await place(t, leader.customer_id, await product(t))
const drafts = async () => (await listAssistance(t.services, follower.customer_id, {})).drafts
const [draft] = await drafts()
if (!draft) throw new Error('the plan has left no draft')
const ids = { draft: draft.draft_id, relation: relation.relation_id }

const asApi = (statements: string) => saidByLogin(t.db.logins.api, statements, ids)
const asWorker = (statements: string) => saidByLogin(t.db.logins.worker, statements, ids)
const lapsed =
  "update follows.drafts set state = 'lapsed', decided_at = platform.now() where draft_id = '<draft>'"

describe('a draft lapses at its time', () => {
  test.each([
    ['the worker', asWorker],
    ['a customer’s call', asApi],
  ])('%s does not lapse it before [proof 764]', async (_name, as) => {
    const guard = ['follows.drafts', 'drafts_lapse'] as const
    await expectRefusedByGuard(t.db.asOwner, guard, () => as(lapsed), /does not lapse before its time/)
  })

  test.each<[string, string]>([
    ['put off', "select platform.schedule_job('follows.draft-lapse', '<draft>', '2099-01-01')"],
    ['called off', "select platform.cancel_job('follows.draft-lapse', '<draft>')"],
  ])('its deadline is not %s [proof 766]', async (_name, statement) => {
    expect(await asApi(statement)).toMatch(/can't be put off or called off/)
    const undoing = await plant(t.db.asOwner, [
      { routine: 'platform.guard_jobs', from: 'if job_kind = any (of_money)', to: 'if false' },
    ])
    expect(await asApi(statement)).toBe('done')
    for (const undo of undoing) await t.db.asOwner(undo)
  })

  test('control: it lapses with its following', async () => {
    expect(
      await asApi(
        `update follows.relations set ended_at = platform.now(), end_reason = 'ended_by_follower'
         where relation_id = '<relation>'; ${lapsed}`,
      ),
    ).toBe('done')
  })

  test('a job that somebody set for now does not lapse it, and it lapses at its time [proof 767]', async () => {
    await t.db.asOwner(
      `select platform.schedule_job('follows.draft-lapse', $1, platform.now() - interval '1 second')`,
      [draft.draft_id],
    )
    await t.drain()
    expect(await drafts()).toHaveLength(1)
    await t.advance(7 * DAY_MS + 1_000)
    await t.drain()
    const rows = await t.db.asOwner('select state from follows.drafts where draft_id = $1', [draft.draft_id])
    expect(rows).toEqual([{ state: 'lapsed' }])
  })
})
