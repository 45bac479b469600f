import { afterAll, expect, test } from 'vitest'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { TokenCodec } from './decisions/token.ts'
import { runForgeryTrial } from './testing/forgery-trial.ts'

// A tenth of the gate in e2e/prove/faults/forged-events.gate.ts.
const EVENTS = Number(process.env.FORGED_EVENTS ?? 1_000)

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const customer = await market.customerWith('400.00')
await market.place(customer.customer_id, 300_000_000n)
await t.services.delivery.refresh()
const countEvents = async () => {
  const [row] = await t.db.asOwner<{ count: bigint }>('select count(*) from delivery.events')
  return Number(row?.count)
}
const target = { server: t.server, services: t.services, market, countEvents }

test(`of ${EVENTS} forged, replayed, stale and cross-plan events none is counted, and every refusal is`, {
  timeout: 600_000,
}, async () => {
  expect(await runForgeryTrial(target, EVENTS)).toEqual({ tried: EVENTS, counted: 0 })
  await t.services.delivery.counters.flush()
  const rows = await t.db.asOwner<{ reason: string }>(
    'select distinct reason from delivery.refusals order by reason',
  )
  expect(rows.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining([
      'token_forged',
      'token_expired',
      'token_of_other_mode',
      'duplicate',
      'postback_forged',
      'postback_stale',
      'click_unknown',
    ]),
  )
})

test('negative control: where the signature is not checked, forged events are counted', async () => {
  const { delivery, settings } = t.services
  const checking = delivery.codec
  try {
    Object.assign(delivery, { codec: new TokenCodec(settings.secret, { sandbox: true, check_mac: false }) })
    // The database checks events against their plan's terms, whoever signed them.
    await t.db.asOwner('alter table delivery.events disable trigger events_on_terms')
    const { counted } = await runForgeryTrial(target, 60, ['changed_byte', 'other_plan', 'other_price'])
    expect(counted).toBeGreaterThan(20)
  } finally {
    await t.db.asOwner('alter table delivery.events enable always trigger events_on_terms')
    Object.assign(delivery, { codec: checking })
  }
})
