import { afterAll, expect, test } from 'vitest'
import { testServices } from '../../../testing/servers/test-services.ts'
import { PLANS_ENDED_TOPIC } from '../facts.ts'
import { lockPlans } from '../plans.repository.ts'
import { PlanWorld, UNIT } from '../testing/plan-world.ts'
import { endPlans } from './end-plan.ts'

const t = await testServices()
afterAll(() => t.close())

test('that a plan has ended is published with its end, and not where the end is taken back [proof 946]', async () => {
  const world = await PlanWorld.make(t)
  const { plan_id } = await world.place()
  await world.spend(plan_id, UNIT)
  await t.drain()
  const stop = (fails: boolean) =>
    world.system(async (tx) => {
      const plans = await lockPlans(tx, [plan_id])
      expect(await endPlans(t.services, tx, [...plans.values()], 'stopped')).toBe(1)
      if (fails) throw new Error('taken back')
    })
  const published = () =>
    t.db.asOwner('select payload from platform.outbox where topic = $1', [PLANS_ENDED_TOPIC])
  await expect(stop(true)).rejects.toThrow('taken back')
  expect(await published()).toEqual([])
  await stop(false)
  const { product_id, advertiser_id } = world.product
  expect(await published()).toEqual([
    {
      payload: {
        status: 'putFinished',
        reason: 'stopped',
        at: expect.stringMatching(/Z$/),
        plans: [{ plan_id, product_id, advertiser_id }],
      },
    },
  ])
})
