import * as z from 'zod/mini'
import { isHeldList, listUsed } from './crawler-lists.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const none = z.strictObject({})
const several = z.int().check(z.minimum(1), z.maximum(1_000_000))
const period_ms = z.int().check(z.minimum(0), z.maximum(HOUR_MS))
const perMinute = z.strictObject({ impressions_per_minute: several, clicks_per_minute: several })

const outlier = z.strictObject({
  /** Whole hours that divide a day. */
  window_ms: z.int().check(
    z.minimum(HOUR_MS),
    z.multipleOf(HOUR_MS),
    z.refine((window_ms) => DAY_MS % window_ms === 0),
  ),
  /** A placement with fewer in a window is neither judged nor compared with. */
  tries_min: several,
  hits_min: several,
  others_min: several,
  /** A rate up to so many times the others' is theirs to differ by. */
  times: z.int().check(z.minimum(1), z.maximum(100)),
  /** The others' rate is taken as at least this, in millionths. */
  rate_min_ppm: several,
  /** Chance makes it at most once in ten to the power of this. */
  odds_exponent: z.int().check(z.minimum(3), z.maximum(30)),
})
export type OutlierParameters = z.infer<typeof outlier>

/**
 * Every rule of invalid traffic with its parameters (PRODUCT §2.2, §5). What a rule does is code, a pure function; how
 * strict it is and by which lists, a version in `delivery.rules` says. Adding one here needs its first version there.
 */
const rulesInForce = z.object({
  known_crawler: ruleOf(none),
  automation: ruleOf(none),
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
  device_velocity: ruleOf(perMinute),
  address_velocity: ruleOf(perMinute),
  click_outlier: ruleOf(outlier),
  conversion_outlier: ruleOf(outlier),
  not_billable: ruleOf(none),
  /** The counts are policy. */
  over_cap: ruleOf(none),
  over_lease: ruleOf(none),
})

/** The versions in force at one moment. */
export type RulesInForce = z.infer<typeof rulesInForce>
export type RuleName = keyof RulesInForce

/** Rules' names as input. */
export const ruleName = z.keyof(rulesInForce)

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
