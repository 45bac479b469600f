import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../database/time/clock.ts'
import { type Browser, pretendBrowser, QUARTERS, type Shown } from './pretend-browser.ts'

/** How much traffic to make, and when it rests. */
export interface TrafficPlan {
  publisher_page: string
  /** The rate of the first `busy_visits`, and the rate after them. */
  visits_per_second: number
  busy_visits: number
  calm_visits_per_second: number
  visits_max: number
  /** The number of different devices. */
  devices: number
  /** Clicks per thousand views, and conversions per thousand clicks. */
  clicks_permille: number
  conversions_permille: number
}

export interface Traffic {
  visits(): number
  /** Stops the driver and abandons visits in progress. */
  stop(): Promise<void>
}

/** A clock that gains this much on real time was moved on by hand. */
const STEP_MS_MIN = 60_000
/** How often a resting driver checks for that. */
const REST_MS = 1_000

/**
 * Visits the publisher's page over HTTP as browsers do: reads the page, runs its tags, views, sometimes clicks and
 * sometimes fills in the landing page's form. It knows one address and follows only the links it is served; it has no
 * key and no access to the program. When the sandbox's clock is moved on it begins anew, busy at first, for whoever
 * wants to see the new day.
 */
export function startTraffic(plan: TrafficPlan, clock: Pick<Clock, 'now_ms'>): Traffic {
  const giving_up = new AbortController()
  const under_way = new Set<Promise<void>>()
  let visits = 0
  let since_begin = 0
  const wasMoved = stepsOf(clock)
  const run = async () => {
    while (!giving_up.signal.aborted) {
      if (wasMoved()) since_begin = 0
      if (since_begin >= plan.visits_max) {
        await wait(REST_MS, undefined, { signal: giving_up.signal, ref: false }).catch(() => {})
        continue
      }
      visits += 1
      since_begin += 1
      const visit = visitOnce(plan, giving_up.signal).catch(() => {})
      under_way.add(visit)
      void visit.finally(() => under_way.delete(visit))
      // Visits are paced by real time, not the sandbox's clock.
      const per_second =
        since_begin <= plan.busy_visits ? plan.visits_per_second : plan.calm_visits_per_second
      const pause_ms = (1000 / per_second) * (0.4 + Math.random() * 1.2)
      await wait(pause_ms, undefined, { signal: giving_up.signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    visits: () => visits,
    async stop() {
      giving_up.abort()
      await running
      await Promise.all(under_way)
    },
  }
}

/** Tells whether the clock was moved on since the last call. */
function stepsOf(clock: Pick<Clock, 'now_ms'>): () => boolean {
  const ahead_ms = () => clock.now_ms() - performance.now()
  let before_ms = ahead_ms()
  return () => {
    const moved_ms = ahead_ms() - before_ms
    before_ms += moved_ms
    return moved_ms >= STEP_MS_MIN
  }
}

const VIEW_MS = 1_000
/** A film is viewable after two seconds, and lasts eight. */
const FILM_VIEW_MS = 2_000
const QUARTER_MS = 2_000
const VIEWED_PERMILLE = 720
/** Of those who have seen a film up to one quarter, those who see the next. */
const WATCHED_ON_PERMILLE = 830

async function visitOnce(plan: TrafficPlan, signal: AbortSignal): Promise<void> {
  const browser = pretendBrowser(Math.floor(Math.random() * plan.devices), signal)
  const page = await browser.open(plan.publisher_page)
  for (const tag of browser.tagsOf(page.html, page.url)) {
    const shown = await browser.show(tag)
    if (!shown) continue
    await shown.report('impression')
    if (!chance(VIEWED_PERMILLE)) continue
    await wait(shown.is_film ? FILM_VIEW_MS : VIEW_MS, undefined, { signal, ref: false })
    await shown.report('viewable')
    if (shown.is_film) await watch(shown, signal)
    if (chance(plan.clicks_permille)) await follow(browser, shown.click_url, plan)
  }
}

/** Sees a film up to one quarter or another; it is viewable as its first quarter ends. */
async function watch({ report }: Shown, signal: AbortSignal): Promise<void> {
  for (const [index, quarter] of QUARTERS.entries()) {
    if (!chance(WATCHED_ON_PERMILLE)) return
    if (index > 0) await wait(QUARTER_MS, undefined, { signal, ref: false })
    await report(quarter)
  }
}

/** Clicks, reads the landing page, and perhaps sends its form. */
async function follow(browser: Browser, click_url: string, plan: TrafficPlan): Promise<void> {
  const landing = await browser.open(click_url)
  if (landing.status === 200 && chance(plan.conversions_permille)) await browser.sendForm(landing)
}

function chance(permille: number): boolean {
  return Math.random() * 1000 < permille
}
