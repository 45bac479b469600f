import type { RuleName } from '@adtally/contract/operator/market/delivery-rules.ts'
import * as z from 'zod/mini'
import { isHeldList } from './held-lists.ts'
import { listUsed } from './list-used.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const none = z.strictObject({})
const several = z.int().check(z.minimum(1), z.maximum(1_000_000))
const period_ms = z.int().check(z.minimum(0), z.maximum(HOUR_MS))
const perMinute = z.strictObject({ impressions_per_minute: several, clicks_per_minute: several })

/** Whole hours that divide a day. */
const window_ms = z.int().check(
  z.minimum(HOUR_MS),
  z.multipleOf(HOUR_MS),
  z.refine((length_ms) => DAY_MS % length_ms === 0),
)
/** Chance makes it at most once in ten to the power of this. */
const odds = z.int().check(z.minimum(3), z.maximum(30))

const outlier = z.strictObject({
  window_ms,
  /** A placement with fewer in a window is not judged; one with fewer since its past began is not compared with. */
  tries_min: several,
  hits_min: several,
  others_min: several,
  /** A rate up to so many times the others' is theirs to differ by. */
  times: z.int().check(z.minimum(1), z.maximum(100)),
  /** What is usual is taken as at least this, in millionths. */
  rate_min_ppm: several,
  odds_exponent: odds,
  /** So long before its window a placement's own past and the others' begins. */
  past_ms: z.int().check(z.minimum(0), z.maximum(31 * DAY_MS)),
  /** Beyond its own past, a placement is an outlier only beyond the others' rate so many times. */
  over_others_times: z.int().check(z.minimum(1), z.maximum(100)),
  /** What is usual where nothing can be compared with, in millionths. */
  prior_ppm: several,
})
export type OutlierParameters = z.infer<typeof outlier>

/** From so many clicked impressions of all on, in millionths, nobody reads an outlying page: what was not clicked goes too. */
const clickOutlier = z.extend(outlier, { whole_from_ppm: several })

const visitorOutlier = z.strictObject({
  window_ms,
  /** A device's clicks are counted from so long before the window on. */
  past_ms: z.int().check(z.minimum(0), z.maximum(DAY_MS)),
  clicks_min: several,
  /** So many of what they are shown people may click, in millionths. */
  rate_max_ppm: several,
  odds_exponent: odds,
})
export type VisitorOutlierParameters = z.infer<typeof visitorOutlier>

/**
 * Every rule of invalid traffic with its parameters (PRODUCT §2.2, §5). What a rule does is code, a pure function; how
 * strict it is and by which lists, a version in `delivery.rules` says. Adding one here needs its first version there.
 */
const rulesInForce = z.object({
  known_crawler: ruleOf(none),
  automation: ruleOf(none),
  /** Judges only where the settings name a database of networks. */
  data_centre: ruleOf(none),
  prefetch: ruleOf(none),
  foreign_page: ruleOf(none),
  changed_visitor: ruleOf(z.strictObject({ by_address: z.boolean(), by_agent: z.boolean() })),
  impossible_times: ruleOf(
    z.strictObject({
      viewable_ms: period_ms,
      film_viewable_ms: period_ms,
      /** Two processes' clocks differ by less. */
      tolerance_ms: period_ms,
      playback_rate_max: z.int().check(z.minimum(1), z.maximum(16)),
    }),
  ),
  impossible_sequence: ruleOf(z.strictObject({ tolerance_ms: period_ms })),
  tainted_decision: ruleOf(none),
  /** So long before and after an event that speaks against its device. */
  tainted_device: ruleOf(z.strictObject({ beside_ms: period_ms })),
  device_velocity: ruleOf(perMinute),
  address_velocity: ruleOf(perMinute),
  visitor_outlier: ruleOf(visitorOutlier),
  click_outlier: ruleOf(clickOutlier),
  conversion_outlier: ruleOf(outlier),
  not_billable: ruleOf(none),
  /** The counts are policy. */
  over_cap: ruleOf(none),
  over_lease: ruleOf(none),
} satisfies Record<RuleName, z.ZodMiniObject>)

/** The versions in force at one moment. */
export type RulesInForce = z.infer<typeof rulesInForce>

function ruleOf<Parameters extends z.ZodMiniObject>(parameters: Parameters) {
  return z.object({ version: z.int(), parameters, lists: z.record(z.string(), listUsed) })
}

/** A version as `delivery.rules` has it. */
export interface StoredRule {
  rule: string
  version: number
  description: string
  parameters: unknown
  lists: unknown
  published_at: Date
  in_force_from: Date
}

/** A version that this program can't apply: its parameters can't be read, or a list is another than it has. */
export class UnreadableRule extends Error {}

type Version = Pick<StoredRule, 'rule' | 'version' | 'parameters' | 'lists'>

/** Why this program can't read a version, in words; null where it can. */
export function unreadable(stored: Version): string | null {
  const { rule, version } = stored
  const schema = Object.entries(rulesInForce.shape).find(([name]) => name === rule)?.[1]
  if (!schema) return `this program does not know rule ${rule}`
  const read = z.safeParse(schema, stored)
  if (read.success) return null
  return `this program cannot read ${read.error.issues[0]?.path.join('.') ?? ''} of version ${version} of rule ${rule}`
}

/** As `unreadable`, and whether it has the very lists that the version names: by others it would judge otherwise. */
export function faultOf(stored: Version): string | null {
  const { rule, version, lists } = stored
  const fault = unreadable(stored)
  if (fault !== null) return fault
  const used = Object.entries(z.parse(z.record(z.string(), listUsed), lists))
  const missing = used.find(([name, list]) => !isHeldList(rule, name, list))
  if (!missing) return null
  const [name, { sha256, package: source }] = missing
  return `version ${version} of rule ${rule} needs list ${name} of ${source}, whose SHA-256 begins with ${sha256.slice(0, 12)}; this program has another`
}

/** The versions that are in force at some time from `at` on. */
export function lasting(versions: readonly StoredRule[], at: Date): StoredRule[] {
  return versions.filter((version) => endOf(versions, version) > at)
}

/** When a version makes way for the next of its rule; far ahead for the newest. */
export function endOf(versions: readonly StoredRule[], { rule, version }: StoredRule): Date {
  // A number is missing where a version was withdrawn.
  const next = versions.find((other) => other.rule === rule && other.version > version)
  return next?.in_force_from ?? new Date(8.64e15)
}

/** The versions in force at `at`. Throws `UnreadableRule` where one is missing or this program can't read it. */
export function rulesAt(versions: readonly StoredRule[], at: Date): RulesInForce {
  const in_force = lasting(versions, at).filter(({ in_force_from }) => in_force_from <= at)
  const read = z.safeParse(
    rulesInForce,
    Object.fromEntries(in_force.map((version) => [version.rule, version])),
  )
  if (read.success) return read.data
  const fault = in_force.map(unreadable).find((text) => text !== null)
  const lacking = String(read.error.issues[0]?.path[0] ?? '')
  throw new UnreadableRule(fault ?? `rule ${lacking} of invalid traffic has no version in force`)
}
