import { type Browser, expect, type Page, type Request, type Route } from '@playwright/test'
import { readableTagScript } from '../../apps/api/src/modules/delivery/tag-script.ts'
import { measureShift } from './measures/layout-shift.ts'
import { PHONE } from './screens/phone.ts'
import type { Counted, TagMarket } from './tag-market.ts'
import { askedIn, isOfDecisions } from './tag-request.ts'

/** Layout shift that counts as none. */
const SHIFT_MAX = 0.01
/** How long after the witness was seen something else may still be reported. */
const AFTER_MS = 1200
/** A page without a witness, and one without a rule, is looked at no sooner. */
const ALONE_MS = 3000
/** How long a tag without one of its rules has to go wrong. */
const WRONG_MS = 20_000
/** By how much two events may be sent closer together than they happened, as each waits to leave with others. */
const GATHERED_MS = 300
const TOGETHER = 15
const FOR_ANY_ORIGIN = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** A page with the tag, and what is to come of it. */
export interface TagPage {
  name: string
  /** The slots on trial, by `market`'s keys. */
  body(market: TagMarket): string
  /** By default one script line for the page's elements. */
  head?(market: TagMarket): string
  headers?(market: TagMarket): Record<string, string>
  viewport?: { width: number; height: number }
  /** Runs in the page before its own scripts. */
  before?: string
  /** Answers in the place of the program. */
  route?(page: Page, market: TagMarket): Promise<void>
  /** What the visitor or the page's script does, once it has loaded. */
  act?(page: Page, market: TagMarket): Promise<void>
  /** The page stops the witness, too. */
  is_alone?: boolean
  /** The least time from impression to viewable; a second by default. */
  least_ms?: number
  expected: Observed
  /** The rule that holds it: with these texts of the script changed, this is observed in place of `expected`. */
  without: Without
}

interface Without {
  cuts: readonly (readonly [text: string, by: string])[]
  /** In place of cuts, where requests may not pass through the test: a page that is left loses those that do. */
  before?: string
  observed: Partial<Observed>
}

/** What the slots on trial were seen to do; the witness apart. */
export interface Observed extends Counted {
  /** Requests for an advertisement. */
  asked: number
  /** Nothing moved that was seen. */
  is_still: boolean
  /** Keys of the page's storage. */
  stored: string[]
  device_told: boolean
  /** No viewable came before its time. */
  is_patient: boolean
  /** Fifteen events or more left in one request. */
  is_together: boolean
  /** No errors in the page. */
  is_quiet: boolean
}

/** One advertisement seen for a second. */
export const SEEN: Observed = {
  asked: 1,
  impressions: 1,
  viewables: 1,
  is_still: true,
  stored: [],
  device_told: false,
  is_patient: true,
  is_together: false,
  is_quiet: true,
}

/** Asked for, and never seen. */
export const UNSEEN: Observed = { ...SEEN, impressions: 0, viewables: 0 }

/** Not even asked for. */
export const UNASKED: Observed = { ...UNSEEN, asked: 0 }

/** Opens the page with the program's tag, and once more without the rule; expects what is told of each. */
export async function tryPage(browser: Browser, market: TagMarket, tried: TagPage): Promise<void> {
  await visit(browser, market, tried, null, async (observe) => {
    await expect.poll(observe, { timeout: WRONG_MS }).toEqual(tried.expected)
  })
  await visit(browser, market, tried, tried.without, async (observe) => {
    await expect.poll(observe, { timeout: WRONG_MS }).toMatchObject(tried.without.observed)
  })
}

let visits = 0

async function visit(
  browser: Browser,
  market: TagMarket,
  tried: TagPage,
  without: Without | null,
  look: (observe: () => Promise<Observed>) => Promise<void>,
): Promise<void> {
  visits += 1
  const agents = await market.agents()
  const { viewport } = tried
  // A browser of its own each time, because one is shown a plan six times a day.
  const context = await browser.newContext({
    userAgent: `${PHONE} Visit/${visits}`,
    ...(viewport && { viewport }),
  })
  try {
    if (without && !without.before)
      await context.route('**/delivery/v1/tag.js', (route) => serveTag(route, without.cuts))
    await context.addInitScript(measureShift)
    if (without?.before) await context.addInitScript(without.before)
    if (tried.before) await context.addInitScript(tried.before)
    const page = await context.newPage()
    const watched = new Watched(page, market, tried.least_ms)
    await tried.route?.(page, market)
    await page.goto(market.serve({ html: htmlOf(tried, market), headers: tried.headers?.(market) ?? {} }))
    await tried.act?.(page, market)
    if (without || tried.is_alone) await watched.waited()
    else await watched.passed()
    await look(() => watched.observed(agents))
  } finally {
    await context.close()
  }
}

async function serveTag(route: Route, cuts: Without['cuts']): Promise<void> {
  let body = readableTagScript()
  for (const [text, by] of cuts) {
    if (!body.includes(text)) throw new Error(`the tag does not have: ${text}`)
    body = body.replaceAll(text, by)
  }
  await route.fulfill({ contentType: 'text/javascript', headers: FOR_ANY_ORIGIN, body })
}

/** The requests of one page, until the witness on it was seen. */
class Watched {
  readonly #page: Page
  readonly #market: TagMarket
  readonly #least_ms: number
  #asked = 0
  #device_told = false
  #is_quiet = true
  #is_together = false
  #sent_at_ms = new Map<string, number>()
  #tried_tokens = new Set<string>()
  #witness_token = ''
  #is_witness_seen = false

  constructor(page: Page, market: TagMarket, least_ms = 1000) {
    this.#page = page
    this.#market = market
    this.#least_ms = least_ms
    page.on('request', (request) => this.#note(request))
    page.on('requestfinished', (request) => this.#finish(request).catch(() => {}))
    page.on('pageerror', () => {
      this.#is_quiet = false
    })
    page.on('console', (message) => {
      const is_answer = message.text().startsWith('Failed to load resource')
      if (message.type() === 'error' && !is_answer) this.#is_quiet = false
    })
  }

  /** Resolves a moment after the witness was seen for a second, when all else would have been reported, too. */
  async passed(): Promise<void> {
    await expect.poll(() => this.#is_witness_seen, { message: 'the witness was seen' }).toBe(true)
    const since_ms = await this.#page.evaluate(() => performance.now())
    await this.waited(since_ms + AFTER_MS)
  }

  /** Resolves once the page is so old. */
  async waited(age_ms = ALONE_MS): Promise<void> {
    await this.#page.evaluate(
      (until_ms) => new Promise((resolve) => setTimeout(resolve, until_ms - performance.now())),
      age_ms,
    )
  }

  async observed(agents: ReadonlySet<string>): Promise<Observed> {
    const { shift, stored } = await this.#page.evaluate(() => ({
      shift: Number(Object(window).shifted()),
      stored: Object.keys(localStorage),
    }))
    return {
      asked: this.#asked,
      ...(await this.#market.counted(agents)),
      is_still: shift <= SHIFT_MAX,
      stored,
      device_told: this.#device_told,
      is_patient: this.#isPatient(),
      is_together: this.#is_together,
      is_quiet: this.#is_quiet,
    }
  }

  #isPatient(): boolean {
    return [...this.#tried_tokens].every((token) => {
      const [impression_ms, viewable_ms] = ['impression', 'viewable'].map((kind) =>
        this.#sent_at_ms.get(kind + token),
      )
      if (impression_ms === undefined || viewable_ms === undefined) return true
      return viewable_ms - impression_ms >= this.#least_ms - GATHERED_MS
    })
  }

  #note(request: Request): void {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('/event')) {
      const events = eventsOf(request)
      for (const { token, kind } of events) {
        if (!this.#sent_at_ms.has(kind + token)) this.#sent_at_ms.set(kind + token, performance.now())
      }
      this.#is_together ||= events.length >= TOGETHER
    }
    if (!isOfDecisions(request.url())) return
    const { slots, device } = askedIn(request)
    const tried = slots.filter(({ placement }) => placement === this.#market.tried_key)
    this.#asked += tried.length
    if (tried.length > 0) this.#device_told ||= device !== undefined
  }

  async #finish(request: Request): Promise<void> {
    const { pathname } = new URL(request.url())
    if (isOfDecisions(request.url())) {
      const { decisions } = Object(await (await request.response())?.json())
      for (const [index, { placement }] of askedIn(request).slots.entries()) {
        const token = String(Object(decisions[index]).token)
        if (placement === this.#market.witness_key) this.#witness_token = token
        else this.#tried_tokens.add(token)
      }
    }
    if (!pathname.endsWith('/event') || (await request.response())?.status() !== 200) return
    for (const { token, kind } of eventsOf(request)) {
      if (token === this.#witness_token && kind === 'viewable') this.#is_witness_seen = true
    }
  }
}

function eventsOf(request: Request): { token: string; kind: string }[] {
  return Object(JSON.parse(request.postData() ?? '{}')).events ?? []
}

const STYLE =
  'header{position:sticky;top:0;z-index:1}body{margin:0}p{margin:0;line-height:20px}#witness{width:320px;height:50px}.room{width:320px;height:100px}#route{position:absolute;top:300px}'
const LINES = '<p>They walk out every evening to see whether the light tells the truth.</p>'.repeat(30)

/** The styles of a page have a nonce, so that a content policy can forbid all others. */
function htmlOf({ body, head }: TagPage, market: TagMarket): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A publisher’s page</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><style nonce="page">${STYLE}</style>
${head ? head(market) : tagOf(market)}</head><body>
<header><section id="witness" data-adtally="${market.witness_key}" data-size="320x50"></section></header>
<main>${body(market)}</main>${LINES}</body></html>`
}

/** The script without a slot of its own. */
export function tagOf({ origin }: TagMarket, attributes = 'async'): string {
  return `<script ${attributes} src="${origin}/delivery/v1/tag.js"></script>`
}
