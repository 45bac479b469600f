import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { deriveSecrets } from '../../../secrets.ts'
import { IdSequence, idFromBytes, idToBytes } from '../events/binary-id.ts'
import { eventIds } from '../events/event-ids.ts'
import { type PromisedTerms, sealedToken, templateOf } from '../testing/sealed-token.ts'
import { CHANNELS, TOKEN_LIFETIME_MS, TokenCodec, type TokenVisit } from './token.ts'

const secret = deriveSecrets('a master secret for the tests of tokens')
const codec = new TokenCodec(secret, { sandbox: true })
const sequence = new IdSequence()
const NO_ID = '00000000-0000-0000-0000-000000000000'
const NOW_MS = Date.UTC(2026, 10, 21, 12)

const uuid = fc.uuid()
const amount = fc.bigInt(0n, 2n ** 40n)
const hash = fc.uint8Array({ minLength: 8, maxLength: 8 }).map((bytes) => Buffer.from(bytes))
const terms: fc.Arbitrary<PromisedTerms> = fc.record({
  charged_on_click: fc.boolean(),
  official: fc.boolean(),
  video: fc.boolean(),
  plan_id: uuid,
  placement_id: uuid,
  lease_id: uuid,
  publisher_id: uuid,
  charge_micros: amount,
  fee_micros: amount,
  charge_within_ms: fc.integer({ min: 1, max: 3_600 }).map((seconds) => seconds * 1000),
})
const visits: fc.Arbitrary<TokenVisit> = fc.record({
  device: hash,
  page: hash,
  address: hash,
  agent_class: fc.nat({ max: 255 }),
  channel: fc.constantFrom(...CHANNELS),
  consent: fc.record({ storage: fc.boolean(), opted_out: fc.boolean() }),
})
const [SOME_TERMS] = fc.sample(terms, { numRuns: 1, seed: 1 })
if (!SOME_TERMS) throw new Error('no sample')

function sealed(of: PromisedTerms, at_ms = NOW_MS): string {
  return sealedToken(codec, templateOf(codec, of), at_ms).text
}

test('what is sealed is what is read', () => {
  const film = fc.nat({ max: 2 ** 32 - 1 })
  fc.assert(
    fc.property(terms, visits, film, uuid, (of, visit, film_ms, creative_id) => {
      const creative = idToBytes(creative_id)
      const decision = Buffer.alloc(16)
      sequence.write(decision, 0, NOW_MS)
      const { plan_id, placement_id, lease_id, publisher_id, ...promise } = of
      const ids = { plan_id, placement_id, lease_id, publisher_id, decision_id: idFromBytes(decision, 0) }
      const opened = codec.open(
        codec.seal(templateOf(codec, of), { decision, visit, creative, film_ms }),
        NOW_MS,
      )
      expect(opened).toEqual({
        ...promise,
        ...visit,
        sandbox: true,
        ids: eventIds({ ...ids, event_id: NO_ID }),
        creative_id,
        film_ms,
        decided_at_ms: decision.readUIntBE(0, 6),
      })
    }),
    { numRuns: 500 },
  )
})

test('any changed byte is refused; negative control: without the check of the seal some are believed', () => {
  const unchecked = new TokenCodec(secret, { sandbox: true, check_mac: false })
  let believed = 0
  fc.assert(
    fc.property(terms, fc.nat(), fc.integer({ min: 1, max: 255 }), (of, place, flip) => {
      const bytes = Buffer.from(sealed(of), 'base64url')
      const at = place % bytes.length
      bytes[at] = (bytes[at] ?? 0) ^ flip
      const forged = bytes.toString('base64url')
      expect(typeof codec.open(forged, NOW_MS)).toBe('string')
      if (typeof unchecked.open(forged, NOW_MS) !== 'string') believed += 1
    }),
    { numRuns: 1_000 },
  )
  expect(believed).toBeGreaterThan(500)
})

test('nobody reads a price or a plan out of a token, and two tokens of the same terms share nothing but their time [proof 872]', () => {
  const [one, other] = [sealed(SOME_TERMS), sealed(SOME_TERMS)].map((text) => Buffer.from(text, 'base64url'))
  for (const id of [SOME_TERMS.plan_id, SOME_TERMS.lease_id, SOME_TERMS.publisher_id]) {
    expect(one?.includes(Buffer.from(id.replaceAll('-', ''), 'hex'))).toBe(false)
  }
  // From the sealed part on; before it stand version, key and the decision's id.
  const alike = one?.subarray(18).filter((byte, index) => byte === other?.[18 + index])
  expect(alike?.length).toBeLessThan(16)
})

test('one token has one text: other spellings of its bytes are refused [proof 873]', () => {
  const text = sealed(SOME_TERMS)
  const base64 = Buffer.from(text, 'base64url').toString('base64')
  const spare = `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`
  const spellings = [base64, `${text}=`, `${text}==`, ` ${text}`, `${text.slice(0, 99)}\n${text.slice(99)}`]
  for (const spelling of [...spellings, spare, text.replaceAll('-', '+').replaceAll('_', '/')]) {
    if (spelling !== text) expect(typeof codec.open(spelling, NOW_MS)).toBe('string')
  }
  expect(typeof codec.open(text, NOW_MS)).toBe('object')
})

test('a token is good for its hour, in its mode, under its key', () => {
  const text = sealed(SOME_TERMS)
  const in_an_hour = NOW_MS + TOKEN_LIFETIME_MS
  expect(typeof codec.open(text, in_an_hour - 1)).toBe('object')
  expect(codec.open(text, in_an_hour + 1)).toBe('token_expired')
  expect(new TokenCodec(secret, { sandbox: false }).open(text, NOW_MS)).toBe('token_of_other_mode')
  const elsewhere = new TokenCodec(deriveSecrets('another master secret of 32 characters'), { sandbox: true })
  expect(elsewhere.open(text, NOW_MS)).toBe('token_forged')
  expect(codec.open(`${text}A`, NOW_MS)).toBe('token_malformed')
  expect(codec.open('', NOW_MS)).toBe('token_malformed')
  expect(codec.open('!'.repeat(text.length), NOW_MS)).toBe('token_malformed')
})

test('keys change daily: a token sealed just before is believed, one of long ago is not', () => {
  const day_ms = 86_400_000
  const midnight_ms = Math.ceil(NOW_MS / day_ms) * day_ms
  const text = sealed(SOME_TERMS, midnight_ms - 1_000)
  expect(typeof codec.open(text, midnight_ms + 1_000)).toBe('object')
  expect(codec.open(text, midnight_ms + 2 * day_ms)).toBe('token_key_unknown')
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
