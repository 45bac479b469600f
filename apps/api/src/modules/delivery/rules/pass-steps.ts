import { minuteOf } from '../events/minute-of.ts'
import { WINDOW_RULES, type WindowRule } from './outlying.repository.ts'
import type { Stretch } from './suspects.repository.ts'
import { endOf, rulesAt, type StoredRule } from './traffic-rules.ts'

/** Length of the longest stretch that is examined in one transaction. */
const STRETCH_MS = 3_600_000

/** A window of a rule that looks at it as a whole. */
export interface OutlierWindow extends Stretch {
  rule: WindowRule
}

/** Where the pass has come, the next event's time, and up to where events may be judged by now. */
export interface PassState {
  passed_until: Date
  next: Date | null
  until: Date
}

/**
 * The stretch that the pass examines next: whole minutes within one version of each rule, up to the end of a window if
 * one ends. Time without events is skipped, but for the ends of windows that have some; an empty stretch has nothing.
 */
export function nextStretch(
  versions: readonly StoredRule[],
  { passed_until, next, until }: PassState,
): Stretch {
  const start = next && next < until ? later(passed_until, minuteOf(next)) : until
  const ends = windowsAt(versions, passed_until).filter(({ from }) => from < passed_until)
  const pending = earliest(ends.map((window) => window.until))
  if (pending && pending <= start) return { from: passed_until, until: pending }
  const limits = [
    new Date(start.getTime() + STRETCH_MS),
    until,
    ...versions.flatMap(({ in_force_from }) => (in_force_from > start ? in_force_from : [])),
    ...windowsAt(versions, start).map((window) => window.until),
  ]
  return { from: start, until: earliest(limits) ?? until }
}

/** The windows that end with a stretch. */
export function windowsEnding(versions: readonly StoredRule[], { until }: Stretch): OutlierWindow[] {
  return windowsAt(versions, new Date(until.getTime() - 1)).filter(
    (window) => window.until.getTime() === until.getTime(),
  )
}

/** Each rule's window that a time is in; one that a new version cuts ends with the old one. */
export function windowsAt(versions: readonly StoredRule[], at: Date): OutlierWindow[] {
  const rules = rulesAt(versions, at)
  return WINDOW_RULES.flatMap((rule) => {
    const { version, parameters } = rules[rule]
    const stored = versions.find((one) => one.rule === rule && one.version === version)
    if (!stored) return []
    const start_ms = Math.floor(at.getTime() / parameters.window_ms) * parameters.window_ms
    const from = later(new Date(start_ms), stored.in_force_from)
    const until = earliest([new Date(start_ms + parameters.window_ms), endOf(versions, stored)])
    return until ? { rule, from, until } : []
  })
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other
}

function earliest(dates: readonly Date[]): Date | undefined {
  return dates.toSorted((one, other) => one.getTime() - other.getTime())[0]
}
