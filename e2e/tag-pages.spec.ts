import { readFileSync } from 'node:fs'
import { type Page, test } from '@playwright/test'
import { startTagMarket, type TagMarket } from './support/tag-market.ts'
import { SEEN, type TagPage, tagOf, tryPage, UNSEEN } from './support/tag-page.ts'
import { changeCreative, elementOf, fillNothing, HeldDecision, lineOf } from './support/tag-slots.ts'

let market: TagMarket

test.beforeAll(async () => {
  market = await startTagMarket()
})
test.afterAll(() => market?.stop())

/** A page's own look at itself: a complaint is an error of the page, which a row expects or not. */
async function complainUnless(page: Page, is_right: () => boolean): Promise<void> {
  await page.evaluate(`if (!(${is_right})()) console.error('it is not so')`)
}

const ALLOWED = `window.__tcfapi = (command, version, callback) => {
  if (command === 'addEventListener') callback({ eventStatus: 'tcloaded', purpose: { consents: { 1: true } } }, true)
}`
const OPEN_ROOTS = `const { attachShadow } = Element.prototype
Element.prototype.attachShadow = function () { return attachShadow.call(this, { mode: 'open' }) }`
const HOSTILE = `<style>
* { letter-spacing: 9px !important; text-transform: uppercase !important; color: red !important }
img { display: none !important } a { opacity: 0 !important; position: fixed !important } span { font-size: 80px }
</style>`

/** What the page for publishers says to write. */
function writtenForPublishers({ origin, tried_key }: TagMarket): string {
  const page = readFileSync(new URL('../docs/publishers.md', import.meta.url), 'utf8')
  const [, lines = ''] = /```html\n([\s\S]*?)\n```/.exec(page) ?? []
  return lines.replaceAll('https://ads.example', origin).replaceAll('KEY', tried_key)
}

const KINDS: TagPage[] = [
  {
    name: 'as the page for publishers says',
    head: () => '',
    body: writtenForPublishers,
    expected: SEEN,
    without: { cuts: [["this.#send('impression')", '0']], observed: { impressions: 0, viewables: 1 } },
  },
  {
    name: 'one line',
    body: (of) => `<div class="room">${lineOf(of)}</div>`,
    expected: SEEN,
    without: { cuts: [["this.#send('impression')", '0']], observed: { impressions: 0, viewables: 1 } },
  },
  {
    name: 'ten elements and one script',
    body: ({ tried_key }) =>
      `<div class="room" data-adtally="${tried_key}" data-size="320x100"></div>`.repeat(10),
    // The ninth and tenth are below the fold, and within a viewport of it.
    expected: { ...SEEN, asked: 10, impressions: 10, viewables: 8 },
    without: { cuts: [["rootMargin: '100%'", "rootMargin: '0px'"]], observed: { asked: 8, impressions: 8 } },
  },
  {
    name: 'a module',
    body: (of) => `<div class="room">${lineOf(of, 'type="module"')}</div>`,
    head: () => '',
    expected: SEEN,
    without: { cuts: [['?? document.querySelector(', '?? String(']], observed: { asked: 0 } },
  },
  {
    name: 'the script twice',
    head: (of) => tagOf(of) + tagOf(of),
    body: (of) => elementOf(of) + tagOf(of),
    expected: SEEN,
    without: {
      cuts: [
        ['|| marker.dataset.fill !== undefined', ''],
        ['known && known.origin === origin ? known :', ''],
      ],
      observed: { is_quiet: false },
    },
  },
  {
    name: 'a sandboxed frame, whose page and storage nobody can tell',
    before: ALLOWED,
    body: (of) =>
      `<iframe sandbox="allow-scripts" class="room" style="border:0" srcdoc='<body style="margin:0">${lineOf(of)}'></iframe>`,
    expected: { ...UNSEEN, stored: ['adtally'] },
    without: { cuts: [['} catch {\n}', '} finally {\n}']], observed: { asked: 0, is_quiet: false } },
  },
  {
    name: 'a sandboxed frame that keeps its origin',
    body: (of) =>
      `<iframe sandbox="allow-scripts allow-same-origin" class="room" style="border:0" srcdoc='<body style="margin:0">${lineOf(of)}'></iframe>`,
    expected: SEEN,
    without: { cuts: [["this.#send('impression')", '0']], observed: { impressions: 0, viewables: 1 } },
  },
  {
    name: 'a strict content policy with Trusted Types',
    headers: ({ origin }) => ({
      'content-security-policy': `default-src 'none'; script-src 'nonce-page' 'strict-dynamic'; style-src 'nonce-page'; img-src data: ${origin}; connect-src ${origin}; require-trusted-types-for 'script'; trusted-types 'none'`,
    }),
    head: (of) => tagOf(of, 'nonce="page"'),
    body: (of) => elementOf(of),
    expected: SEEN,
    without: {
      cuts: [['element.style.cssText = style', "element.setAttribute('style', style)"]],
      observed: { is_quiet: false },
    },
  },
  {
    name: 'COEP, and a picture that only CORS allows',
    headers: () => ({ 'cross-origin-embedder-policy': 'require-corp' }),
    body: (of) => elementOf(of),
    route: (page, of) => changeCreative(page, of, { asset_url: of.picture_url }),
    expected: SEEN,
    without: { cuts: [["media.crossOrigin = 'anonymous'", '']], observed: { asked: 1, impressions: 0 } },
  },
  {
    name: 'a hostile style sheet',
    before: OPEN_ROOTS,
    head: (of) => HOSTILE + tagOf(of),
    body: (of) => elementOf(of),
    act: async (page) => {
      await page.waitForFunction(() => document.querySelector('#tried')?.shadowRoot?.querySelector('img'))
      await complainUnless(page, () => {
        const root = document.querySelector('#tried')?.shadowRoot
        const label = root?.querySelector('span')
        const picture = root?.querySelector('img')?.getBoundingClientRect()
        return (
          label instanceof HTMLElement &&
          getComputedStyle(label).letterSpacing === 'normal' &&
          picture?.width === 320 &&
          picture.height === 100
        )
      })
    },
    expected: SEEN,
    without: { cuts: [['all:initial;', '']], observed: { is_quiet: false } },
  },
]

const removed = new HeldDecision()
const destroyed = new HeldDecision()

const SINGLE_PAGE: TagPage[] = [
  {
    name: 'a slot is gone when the answer comes, and is put back after it',
    body: (of) => `<div id="route">${elementOf(of)}</div>`,
    route: removed.route,
    act: async (page) => {
      await removed.asked()
      await page.evaluate(() => {
        const slot = document.querySelector('#tried')
        Object.assign(window, { slot })
        slot?.remove()
      })
      await removed.answer(page)
      // The page has the answer a moment before the tag has read it.
      await page.waitForFunction(() => Object(window).slot.dataset.fill !== '')
      await page.evaluate(() => document.querySelector('#route')?.append(Object(window).slot))
    },
    expected: UNSEEN,
    without: { cuts: [['if (this.#isGone()) return\n', '']], observed: { impressions: 1 } },
  },
  {
    name: 'a slot that comes later is taken by adtally.load()',
    body: () => '<div id="route"></div>',
    act: async (page, of) => {
      await page.waitForFunction(() => window.adtally)
      await page.evaluate((html) => {
        const route = document.querySelector('#route')
        if (route) route.innerHTML = html
        window.adtally?.load()
      }, elementOf(of))
    },
    expected: SEEN,
    without: {
      cuts: [['for (const marker of root', 'for (const marker of [] ?? root']],
      observed: { asked: 0 },
    },
  },
  {
    name: 'adtally.destroy() takes away what was drawn',
    before: OPEN_ROOTS,
    body: (of) => `<div style="opacity:0">${elementOf(of)}<div class="room">${lineOf(of)}</div></div>`,
    act: async (page) => {
      await page.waitForFunction(() => document.querySelector('#tried')?.shadowRoot?.querySelector('img'))
      await page.waitForFunction(() => document.querySelector('script[data-fill="yes"]'))
      await page.evaluate(() => window.adtally?.destroy(document.querySelector('main') ?? undefined))
      await complainUnless(
        page,
        () =>
          !document.querySelector('#tried')?.shadowRoot?.querySelector('img') &&
          !document.querySelector('main [data-fill]') &&
          !document.querySelector('script[data-placement] + div'),
      )
    },
    expected: { ...UNSEEN, asked: 2 },
    without: { cuts: [["this.#root.replaceChildren(make('slot', ''))", '']], observed: { is_quiet: false } },
  },
  {
    name: 'a slot is ended before the answer comes',
    before: OPEN_ROOTS,
    body: (of) => elementOf(of),
    route: destroyed.route,
    act: async (page) => {
      await destroyed.asked()
      await page.evaluate(() => {
        const slot = document.querySelector('#tried')
        if (!slot?.shadowRoot) return
        window.adtally?.destroy(slot)
        const complain = new MutationObserver(() => console.error('something is drawn'))
        setTimeout(() => complain.observe(slot.shadowRoot ?? slot, { childList: true }))
      })
      await destroyed.answer(page)
    },
    expected: UNSEEN,
    without: { cuts: [["this.#state = 'ended'", '']], observed: { is_quiet: false } },
  },
]

const late = new HeldDecision()

const SHIFTS: TagPage[] = [
  {
    name: 'the room is reserved by data-size alone, however late the answer',
    head: (of) => tagOf(of, ''),
    body: ({ tried_key }) => `<div data-adtally="${tried_key}" data-size="320x100"></div>`,
    route: late.route,
    act: async (page) => {
      await late.asked()
      // What moves before a page is first painted is no layout shift.
      await page.waitForFunction(() => performance.now() > 1000 && performance.getEntriesByType('paint')[0])
      await late.answer(page)
    },
    expected: SEEN,
    without: { cuts: [['this.#size = /^(', 'this.#size = /^none(']], observed: { is_still: false } },
  },
  {
    name: 'nothing to show where it is seen',
    head: (of) => tagOf(of, ''),
    body: ({ tried_key }) => `<div id="tried" data-adtally="${tried_key}" data-size="320x100"></div>`,
    route: fillNothing,
    act: async (page) => {
      await page.waitForFunction(() => document.querySelector('#tried[data-fill="no_plan"]'))
      await complainUnless(page, () => document.querySelector('#tried')?.clientHeight === 100)
    },
    expected: UNSEEN,
    without: { cuts: [['>= innerHeight', '>= 0']], observed: { is_quiet: false } },
  },
  {
    name: 'nothing to show below what is seen, where the place collapses',
    body: (of) => `<div style="height:900px"></div>${elementOf(of)}`,
    route: fillNothing,
    act: async (page) => {
      await page.waitForFunction(() => document.querySelector('#tried[data-fill="no_plan"]'))
      await complainUnless(page, () => document.querySelector('#tried')?.clientHeight === 0)
    },
    expected: UNSEEN,
    without: { cuts: [["host.style.display = 'none'", '0']], observed: { is_quiet: false } },
  },
  {
    name: 'nothing to show, and content of the publisher’s own',
    body: (of) => elementOf(of, '', '<a id="own" href="/">Read our letter</a>'),
    route: fillNothing,
    act: async (page) => {
      await page.waitForFunction(() => document.querySelector('#tried[data-fill="no_plan"]'))
      await complainUnless(page, () => {
        const own = document.querySelector('#own')
        return own?.checkVisibility({ checkVisibilityCSS: true }) === true && own.clientWidth >= 0
      })
    },
    expected: UNSEEN,
    without: {
      cuts: [["this.#media = undefined\nthis.#root.replaceChildren(make('slot', ''))\nthis", 'this']],
      observed: { is_quiet: false },
    },
  },
  {
    name: 'a broken picture',
    head: (of) => tagOf(of, ''),
    body: ({ tried_key }) => `<div data-adtally="${tried_key}" data-size="320x100"></div>`,
    route: (page, of) => changeCreative(page, of, { asset_url: `${of.picture_url}/none` }),
    expected: UNSEEN,
    without: { cuts: [['else await media.decode()', '']], observed: { impressions: 1 } },
  },
]

for (const tried of KINDS) {
  test(`counts one impression once it was seen: ${tried.name} [proof 860]`, ({ browser }) =>
    tryPage(browser, market, tried))
}

for (const tried of SINGLE_PAGE) {
  test(`a single-page app: ${tried.name} [proof 861]`, ({ browser }) => tryPage(browser, market, tried))
}

for (const tried of SHIFTS) {
  test(`nothing moves that is seen: ${tried.name} [proof 862]`, ({ browser }) =>
    tryPage(browser, market, tried))
}
