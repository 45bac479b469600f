import { afterAll, expect, test } from 'vitest'
import { expectRefusedByRoutine } from '../../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../../testing/said-by-login.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { recordEvents, registerNode } from '../events/event.repository.ts'
import { keepHouse, settleBooks } from '../index.ts'
import { eventRow } from '../testing/event-row.ts'
import { grantLease } from '../testing/grant-lease.ts'
import { readPassedUntil } from './invalid-pass.repository.ts'

const UNIT = 1_000_000n
const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const { clock, database } = t.services
const { customer_id } = await market.customerWith('100.00')
const plan_id = await market.place(customer_id, 100n * UNIT, market.product_id, 1)
const node_id = await registerNode(database)
let batch = 0n

/** An impression now, on disk and not in the books. */
async function seen(): Promise<void> {
  const lease = await t.system((tx) =>
    grantLease(tx, plan_id, { node_id, slice_micros: UNIT, least_micros: 1n }),
  )
  batch += 1n
  const { publisher_id, placement_id } = market
  const terms = { publisher_id, placement_id, charge_micros: 2_000n, fee_micros: 400n, device: batch }
  const row = eventRow(plan_id, lease?.lease_id ?? '', clock.now_ms(), terms)
  await recordEvents(database, { node_id, batch, sandbox: true }, [row])
}

/** What the worker's login is answered that says where the pass has come. */
const moved = (at_ms: number) =>
  saidByLogin(
    t.db.logins.worker,
    `update delivery.invalid_pass set passed_until = '${new Date(at_ms).toISOString()}'`,
  )
const guard = 'delivery.guard_pass'

test('insider: the rules of invalid traffic pass no event that waits, no more than an hour of events at once, and whole minutes that are over [proof 1098]', async () => {
  await t.advance(MINUTE_MS - (clock.now_ms() % MINUTE_MS))
  await keepHouse(t.services)
  await seen()
  const minute_ms = clock.now_ms() - (clock.now_ms() % MINUTE_MS)
  await t.advance(3 * HOUR_MS)
  const refused = async (at_ms: number, from: string, to: string) =>
    await expectRefusedByRoutine(
      t.db.asOwner,
      [{ routine: guard, from, to }],
      () => moved(at_ms),
      /have not passed/,
    )
  await refused(minute_ms + MINUTE_MS, 'where last_batch > ', 'where false and last_batch > ')
  await settleBooks(t.services)
  await seen()
  await settleBooks(t.services)
  await refused(minute_ms + 2 * HOUR_MS, 'first_at < new.passed_until', 'false')
  await refused(minute_ms + 30_000, '<> date_bin', 'is null and null = date_bin')
  expect(await moved(minute_ms + HOUR_MS), 'control: an hour from its first event').toBe('done')
  const passedMs = async () => (await t.system(readPassedUntil)).getTime()
  // A pass stays two minutes behind, and by whole minutes.
  while ((await passedMs()) < clock.now_ms() - 3 * MINUTE_MS) await keepHouse(t.services)
  await refused(
    clock.now_ms() - (clock.now_ms() % MINUTE_MS),
    "new.passed_until > platform.now() - interval '1 minute'",
    'false',
  )
})
