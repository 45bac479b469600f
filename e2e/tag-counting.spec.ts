import { chromium, type Page, test } from '@playwright/test'
import { chromiumLaunchOptions } from './support/chromium.ts'
import { PHONE } from './support/screens/phone.ts'
import { startTagMarket, type TagMarket } from './support/tag-market.ts'
import { SEEN, type TagPage, tagOf, tryPage, UNASKED, UNSEEN } from './support/tag-page.ts'
import { elementOf, HeldDecision, lineOf, recordFilm, showFilm } from './support/tag-slots.ts'

let market: TagMarket
let film: Buffer

test.beforeAll(async ({ browser }) => {
  market = await startTagMarket()
  film = await recordFilm(browser)
})
test.afterAll(() => market?.stop())

/** Without this rule a slot is asked for wherever it is. */
const ASKED_ANYWHERE = {
  cuts: [["isIntersecting && this.#state === 'new'", "this.#state === 'new'"]],
  observed: { asked: 1 },
} satisfies TagPage['without']
const COUNTED_OF_ANY_STYLE = {
  cuts: [['this.host.checkVisibility({', 'Boolean({']],
  observed: { impressions: 1 },
} satisfies TagPage['without']

const hidden = new HeldDecision()
const moved = new HeldDecision()
const back = new HeldDecision()
const routed = (of: TagMarket) => `<div id="route">${elementOf(of)}</div>`
/** Moved by a transform, because that is no layout shift. */
const pushDown = (page: Page, pixels: number) =>
  page.evaluate((by) => {
    const route = document.querySelector('#route')
    if (route instanceof HTMLElement) route.style.transform = `translateY(${by}px)`
  }, pixels)

const HIDDEN: TagPage[] = [
  {
    name: 'display: none',
    body: (of) => `<div style="display:none">${elementOf(of)}</div>`,
    expected: UNASKED,
    without: ASKED_ANYWHERE,
  },
  {
    name: 'the publisher hides every div',
    head: () => '<style>div { display: none }</style>',
    body: (of) => lineOf(of, 'data-size="320x100"'),
    expected: UNASKED,
    without: ASKED_ANYWHERE,
  },
  {
    name: 'the line in the head',
    head: (of) => lineOf(of, 'data-size="320x100"'),
    body: () => '',
    expected: UNASKED,
    without: ASKED_ANYWHERE,
  },
  {
    name: 'visibility: hidden',
    body: (of) => `<div style="visibility:hidden">${elementOf(of)}</div>`,
    expected: UNSEEN,
    without: COUNTED_OF_ANY_STYLE,
  },
  {
    name: 'opacity: 0 around it',
    body: (of) => `<div style="opacity:0"><div>${elementOf(of)}</div></div>`,
    expected: UNSEEN,
    without: { ...COUNTED_OF_ANY_STYLE, cuts: [['checkOpacity: true,', '']] },
  },
  {
    name: 'cut to no height',
    body: (of) => `<div style="height:0;overflow:hidden">${elementOf(of)}</div>`,
    expected: UNSEEN,
    without: {
      cuts: [['isIntersecting && intersectionRatio > 0', 'isIntersecting']],
      observed: { impressions: 1 },
    },
  },
  {
    name: 'a box without area',
    head: (of) => `<style>#tried { height: 0 !important; aspect-ratio: auto !important }</style>${tagOf(of)}`,
    body: (of) => elementOf(of),
    expected: UNSEEN,
    without: { cuts: [['area > 0 &&', '']], observed: { impressions: 1 } },
  },
  {
    name: 'hidden after it was asked for',
    body: (of) => elementOf(of),
    route: hidden.route,
    act: async (page) => {
      await hidden.asked()
      await page.evaluate(() => {
        const slot = document.querySelector('#tried')
        if (slot instanceof HTMLElement) slot.style.visibility = 'hidden'
      })
      await hidden.answer(page)
    },
    expected: UNSEEN,
    without: COUNTED_OF_ANY_STYLE,
  },
  {
    name: 'a page in the background',
    before: "Object.defineProperty(document, 'hidden', { get: () => true })",
    body: (of) => elementOf(of),
    is_alone: true,
    expected: UNSEEN,
    without: { cuts: [['document.hidden ||', '']], observed: { impressions: 1 } },
  },
  {
    name: 'a page that is prerendered',
    before: "Object.defineProperty(document, 'prerendering', { get: () => true })",
    body: (of) => elementOf(of),
    is_alone: true,
    expected: UNASKED,
    without: { cuts: [['if (document.prerendering)', 'if (false)']], observed: { asked: 1 } },
  },
]

const BELOW: TagPage[] = [
  {
    name: '6,000 px below the fold',
    body: (of) => `<div style="height:6000px"></div>${elementOf(of)}`,
    expected: UNASKED,
    without: ASKED_ANYWHERE,
  },
  {
    name: '6,000 px below the fold, and scrolled to',
    body: (of) => `<div style="height:6000px"></div>${elementOf(of)}`,
    act: (page) => page.evaluate(() => document.querySelector('#tried')?.scrollIntoView()),
    expected: SEEN,
    without: { cuts: [["isIntersecting && this.#state === 'new'", 'false']], observed: { asked: 0 } },
  },
  {
    name: 'near when it was asked for, and far when the answer comes',
    body: routed,
    route: moved.route,
    act: async (page) => {
      await moved.asked()
      await pushDown(page, 6000)
      await moved.answer(page)
    },
    expected: UNSEEN,
    without: { cuts: [['|| !this.#is_near)', ')']], observed: { impressions: 1 } },
  },
  {
    name: 'far when the answer comes, and near again',
    body: routed,
    route: back.route,
    act: async (page) => {
      await back.asked()
      await pushDown(page, 6000)
      await back.answer(page)
      await page.waitForFunction(() => document.querySelector('#tried[data-fill="yes"]'))
      await pushDown(page, 0)
    },
    expected: SEEN,
    without: {
      cuts: [['this.#is_near = isIntersecting && intersectionRatio > 0', '']],
      observed: { asked: 1, impressions: 0 },
    },
  },
]

/** So much of it, in pixels, is above the lower edge of the window. */
const peeking = (of: TagMarket, pixels: number, size: string, style: string) =>
  `<div style="position:absolute;top:${844 - pixels}px"><div data-adtally="${of.tried_key}" data-size="${size}" style="${style}"></div></div>`

const VIEWABLE: TagPage[] = [
  {
    name: 'two fifths of it',
    body: (of) => peeking(of, 40, '320x100', 'width:320px;height:100px'),
    expected: { ...SEEN, viewables: 0 },
    without: { cuts: [['const SHARE = 0.5', 'const SHARE = 0.3']], observed: { viewables: 1 } },
  },
  {
    name: 'two fifths of a large one',
    viewport: { width: 1000, height: 844 },
    body: (of) => peeking(of, 100, '970x250', 'width:970px;height:250px'),
    expected: SEEN,
    without: {
      cuts: [['SHARE_OF_LARGE = 0.3', 'SHARE_OF_LARGE = 0.5']],
      observed: { impressions: 1, viewables: 0 },
    },
  },
  {
    name: 'for a second',
    body: (of) => elementOf(of),
    expected: SEEN,
    without: {
      cuts: [['const VIEWABLE_MS = 1000', 'const VIEWABLE_MS = 1']],
      observed: { is_patient: false },
    },
  },
  {
    name: 'a film for two while it plays',
    body: (of) => elementOf(of),
    route: (page, of) => showFilm(page, of, film),
    least_ms: 2000,
    expected: SEEN,
    without: { cuts: [['FILM_VIEWABLE_MS = 2000', 'FILM_VIEWABLE_MS = 1']], observed: { is_patient: false } },
  },
  {
    name: 'a film that may not play',
    before: 'HTMLMediaElement.prototype.play = () => Promise.reject(new Error("saves its battery"))',
    body: (of) => elementOf(of),
    route: (page, of) => showFilm(page, of, film),
    expected: UNSEEN,
    without: {
      cuts: [["this.#is_drawn = !('play' in media)", 'this.#is_drawn = true']],
      observed: { impressions: 1 },
    },
  },
]

/** Answers the first events by `answer`. */
async function disturb(page: Page, times: number, answer: 503 | 'lost'): Promise<void> {
  let left = times
  await page.route('**/delivery/v1/event', async (route) => {
    left -= 1
    if (left < 0) await route.continue()
    else if (answer === 'lost') await route.abort()
    else await route.fulfill({ status: answer, headers: { 'access-control-allow-origin': '*' } })
  })
}

/** No event leaves by `fetch`; once there are two the page is left. */
const LEAVES = `const { fetch } = window
window.fetch = (url, request) => {
  if (!String(url).endsWith('/event')) return fetch(url, request)
  if (JSON.parse(request.body).events.length > 1) location.assign('/left')
  return Promise.reject(new TypeError('lost'))
}`

const EVENTS: TagPage[] = [
  {
    name: 'the server is busy at first',
    body: (of) => elementOf(of),
    route: (page) => disturb(page, 2, 503),
    expected: SEEN,
    without: { cuts: [['status < 500', 'status < 600']], observed: { asked: 1, impressions: 0 } },
  },
  {
    name: 'the connection is lost at first',
    body: (of) => elementOf(of),
    route: (page) => disturb(page, 2, 'lost'),
    expected: SEEN,
    without: {
      cuts: [['return false\n}\n}\n#leave', 'return true\n}\n}\n#leave']],
      observed: { impressions: 0 },
    },
  },
  {
    name: 'what waited leaves together',
    body: ({ tried_key }) =>
      `<div class="room" data-adtally="${tried_key}" data-size="320x100"></div>`.repeat(10),
    route: (page) => disturb(page, 3, 503),
    expected: { ...SEEN, asked: 10, impressions: 10, viewables: 8, is_together: true },
    without: {
      cuts: [['EVENTS_MAX = 20', 'EVENTS_MAX = 1']],
      observed: { is_together: false, impressions: 10 },
    },
  },
]

const LEFT: TagPage = {
  name: 'the page is left before the server had any',
  before: LEAVES,
  // Never viewable, so that leaving is all that it does.
  body: (of) => peeking(of, 40, '320x100', 'width:320px;height:100px'),
  act: (page) => page.waitForURL('**/left'),
  is_alone: true,
  expected: { ...SEEN, viewables: 0 },
  without: {
    cuts: [],
    before: 'navigator.sendBeacon = () => true',
    observed: { asked: 1, impressions: 0 },
  },
}

/** A consent manager that says this at once. */
const manager = (data: object) =>
  `window.__tcfapi = (command, version, callback) => {
  if (command === 'addEventListener') callback(${JSON.stringify(data)}, true)
}`
const REMEMBERED = "try { localStorage.setItem('adtally', '0123456789abcdef-remembered') } catch {}"
const decided = (consents: Record<number, boolean>) => ({
  eventStatus: 'tcloaded',
  gdprApplies: true,
  purpose: { consents },
})
const KNOWN = { ...SEEN, stored: ['adtally'], device_told: true }
const CONSENT_CUT = 'data.purpose?.consents?.[1] === true'

const CONSENT: TagPage[] = [
  {
    name: 'no consent manager',
    body: (of) => elementOf(of),
    expected: SEEN,
    without: {
      cuts: [['else if (!ask) resolve(undefined)', 'else if (!ask) resolve(true)']],
      observed: { stored: ['adtally'], device_told: true },
    },
  },
  {
    name: 'purpose 1 refused, and what was stored before is taken away',
    before: REMEMBERED + manager(decided({ 1: false, 2: true })),
    body: (of) => elementOf(of),
    expected: SEEN,
    without: { cuts: [[CONSENT_CUT, 'true']], observed: { stored: ['adtally'], device_told: true } },
  },
  {
    name: 'purpose 1 allowed',
    before: manager(decided({ 1: true })),
    body: (of) => elementOf(of),
    expected: KNOWN,
    without: { cuts: [[CONSENT_CUT, 'false']], observed: { asked: 1, stored: [], device_told: false } },
  },
  {
    name: 'the GDPR does not apply',
    before: manager({ ...decided({}), gdprApplies: false }),
    body: (of) => elementOf(of),
    expected: KNOWN,
    without: {
      cuts: [['data.gdprApplies === false ||', '']],
      observed: { asked: 1, stored: [], device_told: false },
    },
  },
  {
    name: 'the visitor has not chosen yet',
    before: manager({ ...decided({ 1: true }), eventStatus: 'cmpuishown' }),
    body: (of) => elementOf(of),
    expected: SEEN,
    without: {
      cuts: [["&& data.eventStatus !== 'cmpuishown'", '']],
      observed: { stored: ['adtally'], device_told: true },
    },
  },
  {
    name: 'Global Privacy Control against a consent',
    before: `Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });${manager(decided({ 1: true }))}`,
    body: (of) => elementOf(of),
    expected: SEEN,
    without: {
      cuts: [['if (navigator.globalPrivacyControl)', 'if (false)']],
      observed: { stored: ['adtally'], device_told: true },
    },
  },
  {
    name: 'a consent manager that never answers',
    before: 'window.__tcfapi = () => {}',
    body: (of) => elementOf(of),
    expected: SEEN,
    without: { cuts: [['setTimeout(resolve, CONSENT_MS)', '']], observed: { asked: 0 } },
  },
]

for (const tried of HIDDEN) {
  test(`nothing is counted that is not on the page: ${tried.name} [proof 863]`, ({ browser }) =>
    tryPage(browser, market, tried))
}

for (const tried of BELOW) {
  test(`it is asked for and counted as it comes near: ${tried.name} [proof 864]`, ({ browser }) =>
    tryPage(browser, market, tried))
}

for (const tried of VIEWABLE) {
  test(`viewable is what was seen long enough: ${tried.name} [proof 865]`, ({ browser }) =>
    tryPage(browser, market, tried))
}

for (const tried of EVENTS) {
  test(`no event is lost, and none counts twice: ${tried.name} [proof 866]`, ({ browser }) =>
    tryPage(browser, market, tried))
}

test('no event is lost when the page is left [proof 870]', async () => {
  const options = chromiumLaunchOptions()
  // What leaves with a page has the browser's own agent, not the one of its context.
  const browser = await chromium.launch({ ...options, args: [...options.args, `--user-agent=${PHONE}`] })
  try {
    await tryPage(browser, market, LEFT)
  } finally {
    await browser.close()
  }
})

for (const tried of CONSENT) {
  test(`nothing is stored without purpose 1: ${tried.name} [proof 867]`, ({ browser }) =>
    tryPage(browser, market, tried))
}
