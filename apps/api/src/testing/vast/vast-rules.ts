/** What an element holds: a text, or elements in this order. */
type Content = { kind: 'text'; accepts: Accepts } | { kind: 'elements'; of: readonly Particle[] }

type Accepts = (text: string) => boolean

/** An element of VAST 4.2: its attributes, and what it holds. */
export interface VastElement {
  content: Content
  attributes: Readonly<Record<string, { accepts: Accepts; is_required: boolean }>>
}

/** An element and how often it may occur there. */
export interface Particle {
  name: string
  element: VastElement
  min: number
  max: number
}

type Attributes = VastElement['attributes']

const one = (name: string, element: VastElement): Particle => ({ name, element, min: 1, max: 1 })
const optional = (name: string, element: VastElement): Particle => ({ name, element, min: 0, max: 1 })
const any = (name: string, element: VastElement): Particle => ({ name, element, min: 0, max: Infinity })
const some = (name: string, element: VastElement): Particle => ({ name, element, min: 1, max: Infinity })

const required = (accepts: Accepts) => ({ accepts, is_required: true })
const allowed = (accepts: Accepts) => ({ accepts, is_required: false })

const filled: Accepts = (text) => text.trim() !== ''
const whole: Accepts = (text) => /^\d{1,9}$/.test(text)
const isTrue: Accepts = (text) => /^(true|false|0|1)$/.test(text)
const time: Accepts = (text) => /^\d\d:[0-5]\d:[0-5]\d(\.\d{3})?$/.test(text)
const offset: Accepts = (text) => time(text) || /^(100|[1-9]?\d)%$/.test(text)
/** An address; macros in it stand in brackets, as players look for them. */
const address: Accepts = (text) => URL.canParse(text) && /^https?:\/\//.test(text) && !/[\s<>"]/.test(text)
const among =
  (...names: readonly string[]): Accepts =>
  (text) =>
    names.includes(text)

const text = (accepts: Accepts, attributes: Attributes = {}): VastElement => ({
  content: { kind: 'text', accepts },
  attributes,
})
const elements = (of: readonly Particle[], attributes: Attributes = {}): VastElement => ({
  content: { kind: 'elements', of },
  attributes,
})

const NAMED = { id: allowed(filled) }

const EVENTS = [
  ...[
    'mute',
    'unmute',
    'pause',
    'resume',
    'rewind',
    'skip',
    'playerExpand',
    'playerCollapse',
    'loaded',
    'start',
  ],
  ...['firstQuartile', 'midpoint', 'thirdQuartile', 'complete', 'progress', 'closeLinear', 'creativeView'],
]

const trackingEvents = elements([
  any('Tracking', text(address, { event: required(among(...EVENTS)), offset: allowed(offset) })),
])

const videoClicks = elements([
  any('ClickTracking', text(address, NAMED)),
  optional('ClickThrough', text(address, NAMED)),
  any('CustomClick', text(address, NAMED)),
])

const mediaFile = text(address, {
  id: allowed(filled),
  delivery: required(among('progressive', 'streaming')),
  type: required((type) => /^[a-z]+\/[\w.+-]+$/.test(type)),
  width: required(whole),
  height: required(whole),
  codec: allowed((codec) => /^[\w.]+(,[\w.]+)*$/.test(codec)),
  bitrate: allowed((rate) => whole(rate) && Number(rate) > 0),
  scalable: allowed(isTrue),
  maintainAspectRatio: allowed(isTrue),
})

const inLineCreative = elements(
  [
    optional(
      'Linear',
      elements(
        [
          optional('TrackingEvents', trackingEvents),
          one('Duration', text(time)),
          one('MediaFiles', elements([some('MediaFile', mediaFile)])),
          optional('VideoClicks', videoClicks),
        ],
        { skipoffset: allowed(offset) },
      ),
    ),
    some('UniversalAdId', text(filled, { idRegistry: required(filled) })),
  ],
  NAMED,
)

const wrapperCreative = elements(
  [
    optional(
      'Linear',
      elements([optional('TrackingEvents', trackingEvents), optional('VideoClicks', videoClicks)]),
    ),
  ],
  NAMED,
)

const verification = elements(
  [
    any(
      'JavaScriptResource',
      text(address, { apiFramework: required(among('omid')), browserOptional: required(isTrue) }),
    ),
    optional('TrackingEvents', trackingEvents),
    optional('VerificationParameters', text(filled)),
  ],
  { vendor: required(filled) },
)

/** What InLine and Wrapper begin with. */
const SHARED = [
  one('AdSystem', text(filled, { version: allowed(filled) })),
  any('Error', text(address)),
  some('Impression', text(address, NAMED)),
  optional('ViewableImpression', elements([any('Viewable', text(address))], NAMED)),
]
const verifications = optional('AdVerifications', elements([any('Verification', verification)]))

const inLine = elements([
  ...SHARED,
  one('AdServingId', text(filled)),
  one('AdTitle', text(filled)),
  verifications,
  any('Category', text(filled, { authority: required(address) })),
  one('Creatives', elements([some('Creative', inLineCreative)])),
  optional(
    'Description',
    text(() => true),
  ),
  optional('Expires', text(whole)),
])

const wrapper = elements(
  [
    ...SHARED,
    verifications,
    optional('Creatives', elements([some('Creative', wrapperCreative)])),
    one('VASTAdTagURI', text(address)),
  ],
  {
    followAdditionalWrappers: allowed(isTrue),
    allowMultipleAds: allowed(isTrue),
    fallbackOnNoAd: allowed(isTrue),
  },
)

const AD = { id: allowed(filled), adType: allowed(among('video', 'audio', 'hybrid')) }
const ROOT = {
  version: required(among('4.2')),
  xmlns: required(among('http://www.iab.com/VAST')),
}

/**
 * The forms of a document, each whole, in our own words: with an advertisement of ours, with one of another server's, or
 * with none. Of VAST 4.2's elements only those are known that our documents use; others are a fault here.
 */
export const VAST_FORMS: readonly VastElement[] = [
  elements([one('Ad', elements([one('InLine', inLine)], AD))], ROOT),
  elements([one('Ad', elements([one('Wrapper', wrapper)], AD))], ROOT),
  elements([any('Error', text(address))], ROOT),
]
