import { chanceOf } from '../past/random.ts'
import {
  type BeaconKind,
  type Browser,
  type OpenedPage,
  pretendBrowser,
  QUARTERS,
  type Shown,
} from '../pretend-browser.ts'
import type { Habits } from './habits.ts'
import type { Witness } from './truth.ts'

/** What visits have in common. */
export interface VisitOptions {
  witness: Witness
  signal: AbortSignal
  /** Conversions per thousand clicks, by the landing page's path. */
  conversionsPermille(path: string): number
  /** Addresses that are in the cache. */
  has_read?: Set<string>
  /** Lets time pass between a film's quarters. */
  pause?: (ms: number) => Promise<void>
}

/** Somebody on a page. */
export interface Visitor {
  habits: Habits
  /** By which chance decides, the same at every start. */
  name: string
}

/** An advertisement that a visitor was shown. */
export interface Seen {
  visitor: Visitor
  browser: Browser
  shown: Shown
  name: string
}

const QUARTER_MS = 2_000
const HAS_ARRIVED = 200

/** A visitor asks for what a page shows, and reports it as shown. One after the other: all at once would ask for more than a plan's first lease holds. */
export async function comeBy(
  visitor: Visitor,
  page: Pick<OpenedPage, 'html' | 'url'>,
  { witness, signal, has_read }: VisitOptions,
): Promise<Seen[]> {
  const { habits, name } = visitor
  const browser = pretendBrowser(habits.identity, signal, has_read)
  const seen: Seen[] = []
  for (const tag of browser.tagsOf(page.html, page.url)) {
    const shown = await browser.ask(tag)
    if (typeof shown === 'string') {
      witness.refused(habits.actor, shown)
      continue
    }
    const one = { visitor, browser, shown, name: `${name} ${tag.placement}` }
    if (!habits.skips_impressions) await report(one, 'impression', witness)
    if (habits.sees_at_once) await reportAtOnce(one, witness)
    seen.push(one)
  }
  return seen
}

/** The visitor looks at it, which takes a second, or two of a film: the caller lets them pass before. */
export async function lookAndClick(seen: Seen, options: VisitOptions): Promise<void> {
  const { visitor, shown, name } = seen
  const { habits } = visitor
  const looks = !habits.sees_at_once && happens(`view ${name}`, habits.viewed_permille)
  if (!looks && !habits.skips_impressions) return
  if (looks) {
    await report(seen, 'viewable', options.witness)
    if (shown.is_film) await watch(seen, options)
  }
  if (happens(`click ${name}`, habits.clicked_permille)) await follow(seen, options)
}

/** Clicks, reads the landing page, and perhaps sends its form. */
async function follow(seen: Seen, options: VisitOptions): Promise<void> {
  const landing = await click(seen, options)
  if (landing.status !== HAS_ARRIVED) return
  const permille =
    seen.visitor.habits.converted_permille ?? options.conversionsPermille(new URL(landing.url).pathname)
  if (happens(`convert ${seen.name}`, permille)) await convert(seen, landing, options)
}

/** Clicks and reads the landing page. */
export async function click(
  { visitor, shown }: Seen,
  { witness }: Pick<VisitOptions, 'witness'>,
): Promise<OpenedPage> {
  const landing = await shown.click()
  witness.claimed(visitor.habits.actor, 'click', shown.token, landing.status === HAS_ARRIVED)
  return landing
}

/** Sends the landing page's form. */
export async function convert(
  { visitor, browser, shown }: Seen,
  landing: OpenedPage,
  { witness }: Pick<VisitOptions, 'witness'>,
): Promise<void> {
  await browser.sendForm(landing)
  witness.claimed(visitor.habits.actor, 'conversion', shown.token, true)
}

/** Sees a film up to one quarter or another. */
async function watch(seen: Seen, { witness, pause }: VisitOptions): Promise<void> {
  for (const [index, quarter] of QUARTERS.entries()) {
    if (!happens(`${quarter} ${seen.name}`, seen.visitor.habits.watched_on_permille)) return
    if (index > 0) await pause?.(QUARTER_MS)
    await report(seen, quarter, witness)
  }
}

async function reportAtOnce(seen: Seen, witness: Witness): Promise<void> {
  await report(seen, 'viewable', witness)
  if (seen.shown.is_film) for (const quarter of QUARTERS) await report(seen, quarter, witness)
}

async function report({ visitor, shown }: Seen, kind: BeaconKind, witness: Witness): Promise<void> {
  witness.claimed(visitor.habits.actor, kind, shown.token, await shown.report(kind))
}

function happens(name: string, permille: number): boolean {
  return chanceOf(name) * 1000 < permille
}
