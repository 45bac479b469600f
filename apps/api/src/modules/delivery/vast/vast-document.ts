import { randomUUID } from 'node:crypto'
import { Xml, xmlDocument } from '../../../lib/xml.ts'
import { type ApprovedCreative, assetUrl } from '../../marketplace/index.ts'
import type { ShownAdvertisement } from '../decisions/decide.ts'
import type { BeaconKind } from '../events/accept-event.ts'

/** What a document says besides the advertisement. */
export interface VastTerms {
  public_origin: string
  /** The platform's name. */
  system: string
}

const NAMESPACE = 'http://www.iab.com/VAST'

/** What players report of a film (VAST 4.2, tracking events), by our kinds of events, in the order in which they happen. */
const TRACKED = [
  ['start', 'video_start'],
  ['firstQuartile', 'video_25'],
  ['midpoint', 'video_50'],
  ['thirdQuartile', 'video_75'],
  ['complete', 'video_100'],
  ['pause', 'video_pause'],
  ['resume', 'video_resume'],
  ['mute', 'video_mute'],
  ['unmute', 'video_unmute'],
  ['skip', 'video_skip'],
] as const satisfies readonly (readonly [string, BeaconKind])[]

/** What differs from one document to the next of the same creative; no advertiser can know it, to write it anywhere. */
const HOLES = {
  token: `token-${randomUUID()}`,
  decision: `decision-${randomUUID()}`,
  expires: `expires-${randomUUID()}`,
}
const HOLE = new RegExp(`(${Object.values(HOLES).join('|')})`)

const templates = new WeakMap<ApprovedCreative, readonly string[]>()

/** The document of an advertisement: one `InLine` with a linear film (VAST 4.2); null where there is no film. */
export function inLineDocument(shown: ShownAdvertisement, terms: VastTerms): string | null {
  const { creative, token, decision_id, impression_within_ms } = shown
  if (creative?.film_ms === undefined || creative.film_ms === null) return null
  let parts = templates.get(creative)
  if (!parts) {
    parts = inLine(shown, creative, creative.film_ms, terms).split(HOLE)
    templates.set(creative, parts)
  }
  const filled = {
    [HOLES.token]: token,
    [HOLES.decision]: decision_id,
    [HOLES.expires]: String(Math.floor(impression_within_ms / 1_000)),
  }
  return parts.map((part, index) => (index % 2 === 0 ? part : (filled[part] ?? ''))).join('')
}

/** The document of no advertisement (VAST 4.2, no ad response): players tell `error_url` that there was none. */
export function emptyDocument(error_url: string): string {
  return vast([Xml.verbatim('Error', error_url)])
}

function vast(content: readonly Xml[]): string {
  return xmlDocument(Xml.element('VAST', content, { version: '4.2', xmlns: NAMESPACE }))
}

/** Elements stand in the order of the published schema. */
function inLine(
  { category }: ShownAdvertisement,
  creative: ApprovedCreative,
  film_ms: number,
  terms: VastTerms,
): string {
  const { public_origin, system } = terms
  const pixel = (kind: BeaconKind, query = '') =>
    `${public_origin}/delivery/v1/pixel?t=${HOLES.token}&k=${kind}${query}&r=[CACHEBUSTING]`
  const { creative_id, headline, body } = creative
  const inLine = Xml.element('InLine', [
    Xml.element('AdSystem', system),
    Xml.verbatim('Error', pixel('video_error', '&e=[ERRORCODE]')),
    Xml.verbatim('Impression', pixel('impression'), { id: creative_id }),
    Xml.element('ViewableImpression', [Xml.verbatim('Viewable', pixel('viewable'))], { id: creative_id }),
    Xml.element('AdServingId', HOLES.decision),
    Xml.element('AdTitle', headline),
    verificationsOf(creative),
    Xml.element('Category', category, { authority: public_origin }),
    Xml.element('Creatives', [
      Xml.element(
        'Creative',
        [
          linear(creative, film_ms, public_origin, pixel),
          Xml.element('UniversalAdId', creative_id, { idRegistry: new URL(public_origin).host }),
        ],
        { id: creative_id },
      ),
    ]),
    Xml.element('Description', body),
    Xml.element('Expires', HOLES.expires),
  ])
  return vast([Xml.element('Ad', [inLine], { id: creative_id, adType: 'video' })])
}

/** Who measures the film on players that let them (VAST 4.2, AdVerifications), passed on as its advertiser gave it. */
function verificationsOf({ omid_vendor, omid_url, omid_parameters }: ApprovedCreative): Xml | null {
  if (omid_vendor === null || omid_url === null) return null
  const script = { apiFramework: 'omid', browserOptional: 'true' }
  return Xml.element('AdVerifications', [
    Xml.element(
      'Verification',
      [
        Xml.verbatim('JavaScriptResource', omid_url, script),
        omid_parameters === null ? null : Xml.verbatim('VerificationParameters', omid_parameters),
      ],
      { vendor: omid_vendor },
    ),
  ])
}

function linear(
  { width, height, asset_hash, skip_after_ms, film_bitrate_kbps, film_codecs }: ApprovedCreative,
  film_ms: number,
  public_origin: string,
  pixel: (kind: BeaconKind) => string,
): Xml {
  const film = {
    delivery: 'progressive',
    type: 'video/mp4',
    width,
    height,
    codec: film_codecs,
    bitrate: film_bitrate_kbps,
    scalable: 'true',
    maintainAspectRatio: 'true',
  }
  return Xml.element(
    'Linear',
    [
      Xml.element(
        'TrackingEvents',
        TRACKED.map(([event, kind]) => Xml.verbatim('Tracking', pixel(kind), { event })),
      ),
      Xml.element('Duration', timeOf(film_ms)),
      Xml.element('MediaFiles', [Xml.verbatim('MediaFile', assetUrl(public_origin, asset_hash), film)]),
      Xml.element('VideoClicks', [
        Xml.verbatim('ClickThrough', `${public_origin}/delivery/v1/click/${HOLES.token}`),
      ]),
    ],
    { skipoffset: skip_after_ms === null ? null : timeOf(skip_after_ms) },
  )
}

/** `HH:MM:SS.mmm`. */
function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23)
}
