import { describe, expect, test } from 'vitest'
import { allowsStorage, toldConsent } from './told-consent.ts'

const NOW_MS = Date.UTC(2026, 10, 1)

/** A TC string's core with these bits: version, time of its making, and the first purpose. */
function consent(version: number, created_ms: number, purpose_1: boolean): string {
  const bits = [
    version.toString(2).padStart(6, '0'),
    BigInt(Math.floor(created_ms / 100))
      .toString(2)
      .padStart(36, '0'),
    '0'.repeat(152 - 42),
    purpose_1 ? '1' : '0',
    '0'.repeat(60),
  ].join('')
  const bytes = bits.match(/.{1,8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))).toString('base64url')
}

const GIVEN = consent(2, NOW_MS - 1_000, true)

describe('a consent string allows an id only where it is whole, of the past and says purpose 1', () => {
  test.each<[string, string, boolean]>([
    ['given', GIVEN, true],
    ['given, with more segments', `${GIVEN}.YAAAAAAAAAAA`, true],
    ['refused', consent(2, NOW_MS - 1_000, false), false],
    ['of the future', consent(2, NOW_MS + 60_000, true), false],
    ['of another version', consent(1, NOW_MS - 1_000, true), false],
    ['cut', GIVEN.slice(0, 20), false],
    ['of 40 KB', GIVEN + 'A'.repeat(40_000), false],
    ['empty', '', false],
    ['no base64', 'C O N S E N T '.repeat(5), false],
  ])('%s', (_what, text, allowed) => expect(allowsStorage(text, NOW_MS)).toBe(allowed))
})

describe('what a request says of consent', () => {
  const base = { id: '1', imp: [{ id: '1' }] }
  test.each<[string, object, { storage: boolean; opted_out: boolean }]>([
    ['nothing', {}, { storage: true, opted_out: false }],
    [
      'the GDPR, with purpose 1',
      { regs: { gdpr: 1 }, user: { consent: GIVEN } },
      { storage: true, opted_out: false },
    ],
    [
      'the same in its former place',
      { regs: { ext: { gdpr: 1 } }, user: { ext: { consent: GIVEN } } },
      { storage: true, opted_out: false },
    ],
    ['the GDPR, without consent', { regs: { gdpr: 1 } }, { storage: false, opted_out: false }],
    [
      'a refusal, without the GDPR',
      { user: { consent: consent(2, 0, false) } },
      { storage: false, opted_out: false },
    ],
    ['a string by GPP', { regs: { gpp: 'DBABMA~x' } }, { storage: false, opted_out: false }],
    ['an opt-out by US privacy', { regs: { us_privacy: '1YYN' } }, { storage: false, opted_out: true }],
    ['none by US privacy', { regs: { us_privacy: '1YNN' } }, { storage: true, opted_out: false }],
    [
      'a child',
      { regs: { coppa: 1, gdpr: 1 }, user: { consent: GIVEN } },
      { storage: false, opted_out: true },
    ],
    ['Global Privacy Control', { regs: { ext: { gpc: '1' } } }, { storage: false, opted_out: true }],
    ['do not track', { device: { dnt: 1 } }, { storage: false, opted_out: true }],
  ])('%s', (_what, members, expected) => {
    expect(toldConsent({ ...base, ...members }, NOW_MS)).toEqual(expected)
  })
})
