import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { reverseEvents } from '../../../testing/worlds/unrecorded-delivery.ts'
import { PlanWorld, UNIT } from '../testing/plan-world.ts'
import { ChargebackRecords, listCorrections } from './corrections.ts'

const t = await testServices()
afterAll(() => t.close())
const world = await PlanWorld.make(t)

async function settled(conversions: number) {
  const { plan_id } = await world.place()
  await world.spend(plan_id, 90n * UNIT)
  await world.spend(plan_id, 10n * UNIT)
  const [credited] = await world.convert(plan_id, conversions)
  return { plan_id, conversion_id: credited?.conversion_id ?? null }
}

async function chargeBack({ plan_id, conversion_id }: { plan_id: string; conversion_id: string | null }) {
  const verdict_id = newId()
  const { publisher_id } = world
  const spend = { publisher_id, charge_micros: 10n * UNIT, fee_micros: 2n * UNIT }
  const events = [{ event_id: newId(), plan_id, spend, conversion_id }]
  await world.system((tx) => reverseEvents(t.services, tx, { verdict_id, events }))
  return verdict_id
}

describe('PRODUCT §2.2 what was reversed is published', () => {
  test('to its customer by both legs with the verdict, to everybody by winners and losers', async () => {
    const [winner, loser] = [await settled(60), await settled(10)]
    await world.settle()
    const before = await new ChargebackRecords().read(t.services)
    expect(before.winners).toMatchObject({ settled_plans: 1, corrected_plans: 0, spend_returned: '0.00' })
    const verdict_id = await chargeBack(loser)
    await chargeBack(winner)
    const { items } = await listCorrections(t.services, world.customer_id, { plan_id: loser.plan_id })
    expect(items).toMatchObject([
      {
        revision: 2,
        cause: 'invalid',
        verdict_id,
        spend: '-10.00',
        revenue: '-2.50',
        customer: '-2.50',
        startup_return: '0.00',
        profit_share: '0.00',
        platform_fee: '-2.00',
        profit: '-67.50',
        owed: '0.00',
      },
    ])
    const side = { settled_plans: 1, corrected_plans: 1, spend_returned: '10.00', revenue_reversed: '2.50' }
    expect(await new ChargebackRecords().read(t.services)).toMatchObject({ winners: side, losers: side })
  })

  test('goes on by cursor, and is nobody else’s to read', async () => {
    const plan = await settled(1)
    await world.settle()
    for (let times = 0; times < 3; times += 1) await chargeBack({ ...plan, conversion_id: null })
    const { plan_id } = plan
    const first = await listCorrections(t.services, world.customer_id, { plan_id, limit: 2 })
    const cursor = first.next_cursor ?? ''
    const rest = await listCorrections(t.services, world.customer_id, { plan_id, limit: 2, cursor })
    expect([...first.items, ...rest.items].map(({ revision }) => revision)).toEqual([4, 3, 2])
    expect(rest.next_cursor).toBeNull()
    const other = await PlanWorld.make(t)
    expect(await reasonOf(listCorrections(t.services, other.customer_id, { plan_id }))).toBe('plan_not_found')
    expect(await reasonOf(listCorrections(t.services, world.customer_id, { plan_id, cursor: 'x' }))).toBe(
      'cursor_invalid',
    )
  })
})
