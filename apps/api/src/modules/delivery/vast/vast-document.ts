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
  /** Whether the player may be sent on to an advertiser's ad server. */
  follows_wrappers: boolean
}

/** What of an advertisement a document tells. */
export type ShownFilm = Pick<
  ShownAdvertisement,
  'token' | 'decision_id' | 'impression_within_ms' | 'charged_on' | 'creative'
> & { product: Pick<ShownAdvertisement['product'], 'category'> }

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

const templates = {
  InLine: new WeakMap<ApprovedCreative, readonly string[]>(),
  Wrapper: new WeakMap<ApprovedCreative, readonly string[]>(),
}

/**
 * The document of an advertisement: one `InLine` with a linear film, or where the film came from an advertiser's ad server
 * and the player follows wrappers, one `Wrapper` around that (VAST 4.2); null where there is no film. A click there can't be
 * checked, so that a placement that is charged on clicks gets the film itself.
 */
export function filledDocument(shown: ShownFilm, terms: VastTerms): string | null {
  const { creative, token, decision_id, impression_within_ms, charged_on } = shown
  const { vast_url, film_ms } = creative
  if (film_ms === null) return null
  const is_wrapped = vast_url !== null && terms.follows_wrappers && charged_on === 'impression'
  const known = is_wrapped ? templates.Wrapper : templates.InLine
  let parts = known.get(creative)
  if (!parts) {
    const made = is_wrapped ? wrapper(creative, vast_url, terms) : inLine(shown, creative, film_ms, terms)
    parts = made.split(HOLE)
    known.set(creative, parts)
  }
  const expires = String(Math.floor(impression_within_ms / 1_000))
  const filled = [...parts]
  // What was split at its holes has one at every other place.
  for (let at = 1; at < filled.length; at += 2) {
    if (filled[at] === HOLES.token) filled[at] = token
    else filled[at] = filled[at] === HOLES.decision ? decision_id : expires
  }
  return filled.join('')
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
  { product }: ShownFilm,
  creative: ApprovedCreative,
  film_ms: number,
  terms: VastTerms,
): string {
  const { public_origin } = terms
  const { creative_id, headline, body } = creative
  const inLine = Xml.element('InLine', [
    ...beginning(creative, terms),
    Xml.element('AdServingId', HOLES.decision),
    Xml.element('AdTitle', headline),
    verificationsOf(creative),
    Xml.element('Category', product.category, { authority: public_origin }),
    Xml.element('Creatives', [
      Xml.element(
        'Creative',
        [
          linear(creative, film_ms, public_origin),
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

/** Reports go to us besides whom the ad server names; its own film and click-through are played. */
function wrapper(creative: ApprovedCreative, vast_url: string, terms: VastTerms): string {
  const { creative_id } = creative
  const linear = Xml.element('Linear', [trackingEvents(terms.public_origin)])
  const wrapper = Xml.element(
    'Wrapper',
    [
      ...beginning(creative, terms),
      verificationsOf(creative),
      Xml.element('Creatives', [Xml.element('Creative', [linear], { id: creative_id })]),
      Xml.verbatim('VASTAdTagURI', vast_url),
    ],
    { followAdditionalWrappers: 'true', allowMultipleAds: 'false', fallbackOnNoAd: 'false' },
  )
  return vast([Xml.element('Ad', [wrapper], { id: creative_id, adType: 'video' })])
}

/** What both kinds begin with. */
function beginning({ creative_id }: ApprovedCreative, { public_origin, system }: VastTerms): Xml[] {
  const pixel = (kind: BeaconKind, query?: string) => pixelOf(public_origin, kind, query)
  return [
    Xml.element('AdSystem', system),
    Xml.verbatim('Error', pixel('video_error', '&e=[ERRORCODE]')),
    Xml.verbatim('Impression', pixel('impression'), { id: creative_id }),
    Xml.element('ViewableImpression', [Xml.verbatim('Viewable', pixel('viewable'))], { id: creative_id }),
  ]
}

function pixelOf(public_origin: string, kind: BeaconKind, query = ''): string {
  return `${public_origin}/delivery/v1/pixel?t=${HOLES.token}&k=${kind}${query}&r=[CACHEBUSTING]`
}

function trackingEvents(public_origin: string): Xml {
  const tracked = TRACKED.map(([event, kind]) =>
    Xml.verbatim('Tracking', pixelOf(public_origin, kind), { event }),
  )
  return Xml.element('TrackingEvents', tracked)
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
      trackingEvents(public_origin),
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
