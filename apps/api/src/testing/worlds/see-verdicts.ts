import { planInvalid } from '@adtally/contract/plans/plans.ts'
import { eventIdOf, keepHouse, settleBooks } from '../../modules/delivery/index.ts'
import { collect } from '../known-values.ts'
import type { TestProgram } from '../servers/test-program.ts'
import type { Market } from './build-market.ts'
import type { BusyCustomer } from './busy-customer.ts'

const JUDGED_AFTER_MS = 300_000
const ASKED_MAX = 400
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

/** Has a click on each customer's plan charged that followed on no impression; it is taken back, and each reads of it. */
export async function seeVerdicts(
  program: TestProgram,
  market: Market,
  customers: readonly BusyCustomer[],
): Promise<void> {
  const { key } = await market.addPlacement({ price_model: 'CPC', price: '0.50' })
  await program.services.delivery.refresh()
  const plan_ids = customers.map(({ known }) => known.get('plan_id')?.[0] ?? '')
  for (const plan_id of plan_ids) await clickUnseen(program, { plan_id, key, origin: market.origin })
  await settleBooks(program.services)
  await program.advance(JUDGED_AFTER_MS)
  await keepHouse(program.services)
  // What was decided is counted by now, and not while a test compares.
  await program.services.delivery.counters.flush()
  await program.drain()
  for (const { token, known } of customers) {
    const [plan_id = ''] = known.get('plan_id') ?? []
    const { data } = await program.call(planInvalid, { plan_id }, { token })
    if (data.items.length === 0) throw new Error(`nothing of the plan ${plan_id} was found invalid`)
    collect(known, data, '')
  }
}

async function clickUnseen(
  { server, services }: TestProgram,
  { plan_id, key, origin }: { plan_id: string; key: string; origin: string },
): Promise<void> {
  const headers = { origin, 'user-agent': PHONE }
  for (let asked = 0; asked < ASKED_MAX; asked += 1) {
    const device = `device-that-clicks-${plan_id.slice(-12)}-${asked}`
    const url = `/delivery/v1/decision?placement=${key}&device=${device}`
    const { token = '', click_url } = (await server.inject({ url, headers })).json()
    const opened = services.delivery.codec.open(token, services.clock.now_ms())
    if (typeof opened === 'string' || eventIdOf(opened.ids, 'plan_id') !== plan_id) continue
    await server.inject({ url: click_url, headers })
    return
  }
  throw new Error(`the plan ${plan_id} was never drawn`)
}
