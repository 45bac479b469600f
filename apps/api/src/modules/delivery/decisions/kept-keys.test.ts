import { afterAll, expect, test } from 'vitest'
import { connect } from '../../../database/connection.ts'
import { newId } from '../../../database/identifiers.ts'
import { keepTokenKeys } from '../../../secret-change/reseal.repository.ts'
import { deriveSecrets } from '../../../secrets.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { sealedToken, templateOf } from '../testing/sealed-token.ts'
import { readKeptTokenKeys } from './kept-keys.repository.ts'
import { TOKEN_LIFETIME_MS, TokenCodec } from './token.ts'

const DAY_MS = 86_400_000
const ADVERTISING = { sandbox: true }
const next = deriveSecrets('the secret that comes next, of tests alone')

const t = await testServices()
afterAll(() => t.close())

/** A token sealed with the previous secret that claims to be decided at this time. */
function tokenOf(decided_at_ms: number): string {
  const codec = new TokenCodec(t.services.settings.secret, ADVERTISING)
  const promise = { charged_on_click: true, official: true, video: false, charge_micros: 1n, fee_micros: 0n }
  const charge_within_ms = TOKEN_LIFETIME_MS
  const ids = { plan_id: newId(), placement_id: newId(), lease_id: newId(), publisher_id: newId() }
  const template = templateOf(codec, { ...promise, ...ids, charge_within_ms })
  return sealedToken(codec, template, decided_at_ms).text
}

test('when the secret changes, tokens that are out are believed for their hour and no longer; without the kept keys they would not be [proof 649]', async () => {
  const { clock, databases, settings } = t.services
  // Far from midnight, when the day's key changes.
  await t.advance(DAY_MS * 1.5 - (clock.now_ms() % DAY_MS))
  const now_ms = clock.now_ms()
  const client = await connect(t.db.owner)
  try {
    await keepTokenKeys(client, { old: settings.secret, next })
  } finally {
    await client.end()
  }
  const token = tokenOf(now_ms)
  const codec = new TokenCodec(next, ADVERTISING)
  expect(codec.open(token, now_ms)).toBe('token_forged')
  const kept = await readKeptTokenKeys(databases.delivery, next)
  codec.keep(kept)
  expect(codec.open(token, now_ms)).toMatchObject({ charge_micros: 1n })
  // An attacker with the old secret could seal a token of a later time, but its key does not live as long.
  const later_ms = now_ms + 1.5 * TOKEN_LIFETIME_MS
  const forged = tokenOf(now_ms + TOKEN_LIFETIME_MS)
  expect(codec.open(forged, now_ms)).toMatchObject({ charge_micros: 1n })
  expect(codec.open(forged, later_ms)).toBe('token_forged')
  await expect(readKeptTokenKeys(databases.delivery, settings.secret)).rejects.toThrow()
  await t.advance(2 * TOKEN_LIFETIME_MS)
  expect(await readKeptTokenKeys(databases.delivery, next)).toEqual([])
})
