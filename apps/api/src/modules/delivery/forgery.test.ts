import { afterAll, expect, test } from 'vitest'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { TokenCodec } from './decisions/token.ts'
import { runForgeryTrial } from './testing/forgery-trial.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
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

test(`of ${EVENTS} forged, replayed, stale and cross-plan events none is counted, and every refusal is [proof 1132]`, {
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

test('other spellings of a token that is good are no tokens: none counts, and it counts once itself [proof 1133]', async () => {
  const headers = { origin: market.origin, 'user-agent': PHONE }
  const url = `/delivery/v1/decision?placement=${market.placement_key}&device=device-of-spellings`
  const { token } = (await t.server.inject({ url, headers })).json()
  const before = await countEvents()
  const report = async (text: string) => {
    const payload = { token: text, kind: 'impression' }
    const reply = await t.server.inject({ method: 'POST', url: '/delivery/v1/event', headers, payload })
    await t.server.inject({ url: `/delivery/v1/pixel?t=${encodeURIComponent(text)}&k=impression`, headers })
    return reply.json().accepted
  }
  const bytes = Buffer.from(token, 'base64url')
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = ALPHABET.indexOf(token.at(-1))
  // Spare bits of the last letter, signs and spaces that decoders pass over, and the other alphabet.
  const spellings = [
    ...[1, 2, 3].map((bits) => `${token.slice(0, -1)}${ALPHABET[last ^ bits]}`),
    ...[`${token}=`, `${token}==`, ` ${token}`, `${token}\n`, `${token.slice(0, 9)}\n${token.slice(9)}`],
    bytes.toString('base64'),
    bytes.toString('hex'),
  ].filter((text) => text !== token)
  for (const spelling of spellings) expect(await report(spelling), spelling).not.toBe(1)
  expect(await countEvents()).toBe(before)
  expect(await report(token), 'control').toBe(1)
  expect(await countEvents()).toBe(before + 1)
})
