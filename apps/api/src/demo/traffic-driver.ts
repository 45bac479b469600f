import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../database/time/clock.ts'
import { chanceOf } from './past/random.ts'
import { type Population, visitorOf } from './population/habits.ts'
import type { Witness } from './population/truth.ts'
import { comeBy, lookAndClick, type VisitOptions } from './population/visit.ts'
import { pretendBrowser } from './pretend-browser.ts'

/** How much traffic to make, and when it rests. */
export interface TrafficPlan {
  publisher_page: string
  /** The rate of the first `busy_visits`, and the rate after them. */
  visits_per_second: number
  busy_visits: number
  calm_visits_per_second: number
  visits_max: number
  population: Population
  /** The same visitors come for the same. */
  seed: string
  /** Conversions per thousand clicks. */
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
 * sometimes fills in the landing page's form; some visitors are no people and behave so. It knows one address and follows
 * only the links it is served; it has no key and no access to the program. `witness` hears who was who. When the sandbox's clock is moved on it begins anew, busy at first, for whoever
 * wants to see the new day.
 */
export function startTraffic(plan: TrafficPlan, clock: Pick<Clock, 'now_ms'>, witness: Witness): Traffic {
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
      const name = `${plan.seed} ${visits}`
      const visit = visitOnce(plan, name, witness, giving_up.signal).catch(() => {})
      under_way.add(visit)
      void visit.finally(() => under_way.delete(visit))
      // Visits are paced by real time, not the sandbox's clock.
      const per_second =
        since_begin <= plan.busy_visits ? plan.visits_per_second : plan.calm_visits_per_second
      const pause_ms = (1000 / per_second) * (0.4 + chanceOf(`pause ${name}`) * 1.2)
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

async function visitOnce(
  { publisher_page, population, conversions_permille }: TrafficPlan,
  name: string,
  witness: Witness,
  signal: AbortSignal,
): Promise<void> {
  const habits = visitorOf(population, name)
  const options: VisitOptions = {
    witness,
    signal,
    conversionsPermille: () => conversions_permille,
    pause: (ms) => wait(ms, undefined, { signal, ref: false }),
  }
  const page = await pretendBrowser(habits.identity, signal).open(publisher_page)
  for (const seen of await comeBy({ habits, name }, page, options)) {
    if (!habits.sees_at_once)
      await wait(seen.shown.is_film ? FILM_VIEW_MS : VIEW_MS, undefined, { signal, ref: false })
    await lookAndClick(seen, options)
  }
}
