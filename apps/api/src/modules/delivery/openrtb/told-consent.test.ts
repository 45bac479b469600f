import { GppModel } from '@iabgpp/cmpapi'
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
  ])('%s [proof 1127]', (_what, text, allowed) => expect(allowsStorage(text, NOW_MS)).toBe(allowed))
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

describe('what a string of the Global Privacy Platform says', () => {
  const [EUROPE, CANADA, NATION, CALIFORNIA] = [2, 5, 7, 8]
  /** A string with these fields by section, as a consent manager writes it. */
  function gppOf(fields: Readonly<Record<string, Readonly<Record<string, unknown>>>>): string {
    const model = new GppModel()
    for (const [section, members] of Object.entries(fields))
      for (const [field, value] of Object.entries(members)) model.setFieldValue(section, field, value)
    return model.encode()
  }
  const of_europe = (text: string) => `${gppOf({ tcfeuv2: { CmpId: 31 } }).split('~')[0]}~${text}`
  const [FREE, OUT] = [2, 1]
  const sold = gppOf({ usnat: { SaleOptOut: OUT } })
  const free = gppOf({ usnat: { SaleOptOut: FREE, SharingOptOut: FREE, TargetedAdvertisingOptOut: FREE } })
  const both = gppOf({ usnat: { SaleOptOut: FREE }, usca: { SharingOptOut: OUT } })

  const ALLOWED = { storage: true, opted_out: false }
  const OPTED_OUT = { storage: false, opted_out: true }
  const NO_ID = { storage: false, opted_out: false }
  test.each<[string, object, { storage: boolean; opted_out: boolean }]>([
    ['no opt-out', { gpp: free }, ALLOWED],
    ['an opt-out from sale', { gpp: sold }, OPTED_OUT],
    ['from sharing', { gpp: gppOf({ usca: { SharingOptOut: OUT } }) }, OPTED_OUT],
    ['from targeting', { gpp: gppOf({ usva: { TargetedAdvertisingOptOut: OUT } }) }, OPTED_OUT],
    ['by Global Privacy Control', { gpp: gppOf({ usco: { Gpc: true } }) }, OPTED_OUT],
    ['an opt-out of one state of two', { gpp: both }, OPTED_OUT],
    ['where the other alone applies', { gpp: both, gpp_sid: [NATION] }, ALLOWED],
    ['where that one applies', { gpp: both, gpp_sid: [CALIFORNIA] }, OPTED_OUT],
    ['where none applies', { gpp: sold, gpp_sid: [0] }, ALLOWED],
    ['a section that applies and is not there', { gpp: free, gpp_sid: [CALIFORNIA] }, NO_ID],
    ['in its former place', { ext: { gpp: sold, gpp_sid: [NATION] } }, OPTED_OUT],
    ['of Europe, with purpose 1', { gpp: of_europe(GIVEN), gpp_sid: [EUROPE] }, ALLOWED],
    ['of Europe, without', { gpp: of_europe(consent(2, NOW_MS - 1_000, false)) }, NO_ID],
    ['of Europe, of the future', { gpp: of_europe(consent(2, NOW_MS + 60_000, true)) }, NO_ID],
    ['of another law', { gpp: gppOf({ tcfcav1: { CmpId: 31 } }), gpp_sid: [CANADA] }, NO_ID],
    ['cut', { gpp: sold.slice(0, 5) }, NO_ID],
    ['no base64', { gpp: 'DBABMA~x' }, NO_ID],
    ['no section', { gpp: '~' }, NO_ID],
    ['of 40 KB', { gpp: `${free}${'A'.repeat(40_000)}` }, NO_ID],
    ['no opt-out, of a child', { gpp: free, coppa: 1 }, OPTED_OUT],
    ['no opt-out, where the GDPR applies without consent', { gpp: free, gdpr: 1 }, NO_ID],
  ])('%s [proof 1128]', (_what, regs, expected) => {
    expect(toldConsent({ id: '1', imp: [{ id: '1' }], regs }, NOW_MS)).toEqual(expected)
  })
})
