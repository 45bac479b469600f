import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isVast, SCHEMA_NOT_RUN, vastFaults } from '../../../testing/vast/check-vast.ts'
import { xmlElementsOf } from '../../../testing/xml-elements.ts'
import type { ApprovedCreative } from '../../marketplace/index.ts'
import { emptyDocument, filledDocument, type ShownFilm } from './vast-document.ts'

const TERMS = { public_origin: 'https://ads.example', system: 'Adtally', follows_wrappers: false }
const DECISION = '0198d0a0-0000-7000-8000-000000000001'

const FILM: ApprovedCreative = {
  creative_id: '0198d0a0-0000-7000-8000-00000000c4ea',
  kind: 'video',
  headline: 'Meadow & <hills>',
  body: 'Play ]]> "now"',
  asset_hash: 'ab'.repeat(32),
  width: 640,
  height: 360,
  film_ms: 8_250,
  film_bitrate_kbps: 412,
  film_codecs: 'avc1.42c01e,mp4a.40.2',
  skip_after_ms: 5_000,
  omid_vendor: 'measurer.example-omid',
  omid_url: 'https://measurer.example/omid.js?a=1&b=2',
  omid_parameters: 'key=]]>&x=<1>',
  vast_url: null,
}

function shownOf(creative: Partial<ApprovedCreative> = {}, token = 'a-token_'): ShownFilm {
  const film = { ...FILM, ...creative }
  return {
    token,
    decision_id: DECISION,
    impression_within_ms: 300_000,
    charged_on: 'impression',
    product: { category: 'games_puzzle' },
    creative: film,
  }
}

const documentOf = (creative?: Partial<ApprovedCreative>, token?: string) =>
  filledDocument(shownOf(creative, token), TERMS) ?? ''

describe('a document', () => {
  test('has VAST 4.2’s elements in their order, with the film’s own facts [proof 994]', (context) => {
    const document = documentOf()
    expect(vastFaults(document)).toEqual([])
    expect(isVast(document)).toBe(true)
    for (const part of [
      '<Duration>00:00:08.250</Duration>',
      '<Linear skipoffset="00:00:05.000">',
      'width="640" height="360" codec="avc1.42c01e,mp4a.40.2" bitrate="412"',
      `<AdServingId>${DECISION}</AdServingId>`,
      '<Expires>300</Expires>',
      '<UniversalAdId idRegistry="ads.example">0198d0a0-0000-7000-8000-00000000c4ea</UniversalAdId>',
      '<JavaScriptResource apiFramework="omid" browserOptional="true"><![CDATA[https://measurer.example/omid.js?a=1&b=2]]>',
      'k=video_error&e=[ERRORCODE]&r=[CACHEBUSTING]]]>',
    ])
      expect(document).toContain(part)
    const wrapped = filledDocument(shownOf({ vast_url: 'https://ads.other/v?r=[CACHEBUSTING]' }), {
      ...TERMS,
      follows_wrappers: true,
    })
    expect(wrapped).toContain('<Wrapper ')
    expect(isVast(wrapped ?? '')).toBe(true)
    expect(isVast(emptyDocument('https://ads.example/none?e=[ERRORCODE]'))).toBe(true)
    if (SCHEMA_NOT_RUN !== null) context.annotate(SCHEMA_NOT_RUN)
  })

  test('holds to it whatever advertisers write, and says it unchanged', () => {
    const words = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 60 })
      .filter((word) => /[a-z]/.test(word))
    const writable = (word: string) =>
      word.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    fc.assert(
      fc.property(
        words,
        words,
        words,
        fc.integer({ min: 1, max: 3_600_000 }),
        (headline, body, told, film_ms) => {
          const document = documentOf({ headline, body, omid_parameters: told, film_ms, skip_after_ms: null })
          expect(vastFaults(document)).toEqual([])
          const [root] = [xmlElementsOf(document)].flat()
          const found = JSON.stringify(root)
          // A reader makes one of each kind of line break.
          if (!/[\r&]/.test(headline + told)) {
            expect(found).toContain(JSON.stringify(writable(headline)))
            expect(found).toContain(JSON.stringify(writable(told)))
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  test('is made anew for each decision, and there is none without a film', () => {
    const creative = { ...FILM }
    const shown = { ...shownOf(), creative }
    const first = filledDocument(shown, TERMS)
    const second = filledDocument({ ...shown, token: 'another', decision_id: 'other' }, TERMS)
    expect(first?.replaceAll('a-token_', 'another').replace(DECISION, 'other')).toBe(second)
    expect(filledDocument({ ...shown, creative: { ...FILM, film_ms: null } }, TERMS)).toBeNull()
  })

  test.each([
    ['another order', /(<AdServingId>.*?<\/AdServingId>)(<AdTitle>.*?<\/AdTitle>)/, '$2$1'],
    [
      'the title before what is measured',
      /(<Impression .*?<\/Impression>)(<ViewableImpression .*<\/ViewableImpression>)/,
      '$2$1',
    ],
    ['the film before its duration', /(<Duration>.*?<\/Duration>)(<MediaFiles>.*<\/MediaFiles>)/, '$2$1'],
    ['no id of its serving', /<AdServingId>.*?<\/AdServingId>/, ''],
    ['no impression', /<Impression .*?<\/Impression>/, ''],
    ['an unknown report', 'event="start"', 'event="begin"'],
    ['a duration in seconds', /<Duration>.*?</, '<Duration>8<'],
    ['a film of no width', 'width="640" ', ''],
    ['a film of no kind of delivery', 'delivery="progressive"', 'delivery="mail"'],
    ['a skip at no time', 'skipoffset="00:00:05.000"', 'skipoffset="5"'],
    ['another version', 'version="4.2"', 'version="2.0"'],
    ['no registry of its id', ' idRegistry="ads.example"', ''],
    ['an element of another standard', '<Description>', '<Descrption/><Description>'],
    ['an address that is none', /<Impression (.*?)><!\[CDATA\[.*?\]\]>/, '<Impression $1>here'],
  ])('with %s is found out [proof 995]', (_what, found, planted) => {
    const document = documentOf()
    const wrong = document.replace(found, planted)
    expect(wrong).not.toBe(document)
    expect(vastFaults(wrong)).not.toEqual([])
    expect(isVast(wrong)).toBe(false)
  })
})
