import { afterAll, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { givePromotion } from '../../testing/worlds/build-marketplace.ts'
import { placePlan } from '../plans/index.ts'

const UNIT = 1_000_000n
let devices = 0

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const non_official = (await market.addPlacement({ push: 'non_official' })).key

async function isFilled(placement: string): Promise<boolean> {
  await t.services.delivery.refresh()
  devices += 1
  const query = new URLSearchParams({ placement, device: `device-of-promotions-${devices}` })
  const headers = {
    origin: market.origin,
    'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
  }
  const answer = await t.server.inject({ url: `/delivery/v1/decision?${query}`, headers })
  return answer.json().fill
}

test('PRODUCT §8: a plan with any promotional money is shown on official placements only; negative control: cash is not', async () => {
  const { customer_id } = await market.customerWith('400.00')
  for (const kind of ['discount', 'startup'] as const) {
    await givePromotion(t.services, customer_id, kind, 10n * UNIT)
    const parts = { cash_micros: 90n * UNIT, discount_micros: 0n, startup_micros: 0n }
    await placePlan(t.services, customer_id, {
      request_id: newId(),
      product_id: market.product_id,
      parts: { ...parts, [`${kind}_micros`]: 10n * UNIT },
    })
    expect([await isFilled(market.placement_key), await isFilled(non_official)]).toEqual([true, false])
  }
  await market.place(customer_id, 100n * UNIT)
  expect(await isFilled(non_official)).toBe(true)
})
