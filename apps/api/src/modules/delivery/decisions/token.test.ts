import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { deriveSecrets } from '../../../secrets.ts'
import { IdSequence, idFromBytes } from '../events/binary-id.ts'
import { eventIds } from '../events/event-ids.ts'
import { TOKEN_LIFETIME_MS, TokenCodec, type TokenTerms } from './token.ts'

const secret = deriveSecrets('a master secret for the tests of tokens')
const codec = new TokenCodec(secret, { sandbox: true })
const NO_ID = '00000000-0000-0000-0000-000000000000'
const NOW_MS = Date.UTC(2026, 10, 21, 12)

const uuid = fc.uuid()
const amount = fc.bigInt(0n, 2n ** 40n)
const content: fc.Arbitrary<TokenTerms> = fc.record({
  charged_on_click: fc.boolean(),
  official: fc.boolean(),
  video: fc.boolean(),
  plan_id: uuid,
  placement_id: uuid,
  lease_id: uuid,
  publisher_id: uuid,
  charge_micros: amount,
  fee_micros: amount,
})

function signed(members: TokenTerms, at_ms = NOW_MS, with_codec = codec) {
  const decision = randomBytes(16)
  const device = randomBytes(8)
  const text = with_codec.sign(
    with_codec.template(members),
    decision,
    device,
    at_ms + TOKEN_LIFETIME_MS,
    at_ms,
  )
  return { text, decision, device }
}

test('what is signed is what is read', () => {
  fc.assert(
    fc.property(content, (members) => {
      const { text, decision, device } = signed(members)
      const { plan_id, placement_id, lease_id, publisher_id, ...promise } = members
      const ids = { plan_id, placement_id, lease_id, publisher_id, decision_id: idFromBytes(decision, 0) }
      expect(codec.open(text, NOW_MS)).toEqual({
        ...promise,
        sandbox: true,
        ids: eventIds({ ...ids, event_id: NO_ID }),
        device,
        expires_at_ms: NOW_MS + TOKEN_LIFETIME_MS,
      })
    }),
    { numRuns: 500 },
  )
})

test('any changed byte is refused; negative control: without the check of the signature some are believed', () => {
  const unchecked = new TokenCodec(secret, { sandbox: true, check_mac: false })
  let believed = 0
  fc.assert(
    fc.property(content, fc.nat({ max: 126 }), fc.integer({ min: 1, max: 255 }), (members, at, flip) => {
      const bytes = Buffer.from(signed(members).text, 'base64url')
      bytes[at] = (bytes[at] ?? 0) ^ flip
      const forged = bytes.toString('base64url')
      expect(typeof codec.open(forged, NOW_MS)).toBe('string')
      if (typeof unchecked.open(forged, NOW_MS) !== 'string') believed += 1
    }),
    { numRuns: 1_000 },
  )
  expect(believed).toBeGreaterThan(500)
})

test('a token is good for its hour, in its mode, under its key', () => {
  const members = fc.sample(content, { numRuns: 1, seed: 1 })[0]
  if (!members) throw new Error('no sample')
  const { text } = signed(members)
  const in_an_hour = NOW_MS + TOKEN_LIFETIME_MS
  expect(typeof codec.open(text, in_an_hour - 1)).toBe('object')
  expect(codec.open(text, in_an_hour)).toBe('token_expired')
  expect(new TokenCodec(secret, { sandbox: false }).open(text, NOW_MS)).toBe('token_of_other_mode')
  expect(
    new TokenCodec(deriveSecrets('another master secret of 32 characters'), { sandbox: true }).open(
      text,
      NOW_MS,
    ),
  ).toBe('token_forged')
  expect(codec.open(`${text}A`, NOW_MS)).toBe('token_malformed')
  expect(codec.open('', NOW_MS)).toBe('token_malformed')
  expect(codec.open('!'.repeat(text.length), NOW_MS)).toBe('token_malformed')
})

test('keys rotate: a token signed just before is believed, one of long ago is not', () => {
  const members = fc.sample(content, { numRuns: 1, seed: 2 })[0]
  if (!members) throw new Error('no sample')
  const period_ms = 30 * 86_400_000
  const turn_ms = Math.ceil(NOW_MS / period_ms) * period_ms
  const { text } = signed(members, turn_ms - 1_000)
  expect(typeof codec.open(text, turn_ms + 1_000)).toBe('object')
  expect(codec.open(text, turn_ms + 2 * period_ms)).toBe('token_key_unknown')
})

test('ids are UUIDs v7 in the order of making', () => {
  const sequence = new IdSequence()
  const ids = Array.from({ length: 5_000 }, () => sequence.next(NOW_MS))
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids.slice(0, 50))
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const bytes = Buffer.alloc(16)
  sequence.write(bytes, 0, NOW_MS + 60_000)
  expect(bytes.readUIntBE(0, 6)).toBe(NOW_MS + 60_000)
})
