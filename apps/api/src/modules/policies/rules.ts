import type { Reason } from '@adtally/contract/reasons.ts'
import { FIGURES, type FigureName, type PolicyValues } from './figures.ts'

/** The notice for a change to a customer's disadvantage (PRODUCT, before §1). */
export const NOTICE_MS = 30 * 86_400_000
/** How far ahead a change may be decided; until it takes effect no other one can be. */
export const AHEAD_MS_MAX = 90 * 86_400_000

export interface Policy extends PolicyValues {
  /** Stored by settlements and plans, to name the policy that applied. */
  readonly version: number
  readonly effective_from: Date
}

/** Whole decimal text by figure, as stored. */
export type StoredValues = Readonly<Record<string, string>>

export interface StoredVersion {
  version: number
  effective_from: Date
  values: StoredValues
}

type ExactFigure = Extract<FigureName, `${string}_micros` | `${string}_percent`>

/** Whether `name` is a figure's. */
export function isFigureName(name: string): name is FigureName {
  return Object.hasOwn(FIGURES, name)
}

/** Whether `name` is an amount of money or a share of one. */
export function isExact(name: FigureName): name is ExactFigure {
  return /_(micros|percent)$/.test(name)
}

export const FIGURE_NAMES: readonly FigureName[] = Object.keys(FIGURES).filter(isFigureName)

/** The defaults, as stored. */
export function defaultValues(): StoredValues {
  return Object.fromEntries(FIGURE_NAMES.map((name) => [name, FIGURES[name].default.toString()]))
}

function isComplete(values: Partial<PolicyValues>): values is PolicyValues {
  return FIGURE_NAMES.every((name) => values[name] !== undefined)
}

/** A stored version with its units; figures that are newer than the version get their defaults. */
export function toPolicy({ version, effective_from, values }: StoredVersion): Policy {
  const policy: { -readonly [Name in FigureName]?: PolicyValues[Name] } = {}
  for (const name of FIGURE_NAMES) {
    const text = values[name] ?? FIGURES[name].default.toString()
    if (isExact(name)) policy[name] = BigInt(text)
    else policy[name] = Number(text)
  }
  if (!isComplete(policy)) throw new TypeError('A policy version lacks some figures')
  return { ...policy, version, effective_from }
}

/** The version in force at `time`: the highest that has taken effect. Throws if there is none. */
export function inForce<Version extends { version: number; effective_from: Date }>(
  versions: readonly Version[],
  time: Date,
): Version {
  const found = versions
    .filter(({ effective_from }) => effective_from <= time)
    .reduce<Version | null>(
      (best, next) => (best === null || next.version > best.version ? next : best),
      null,
    )
  if (found === null) throw new RangeError('no policy version is in force')
  return found
}

/**
 * Since when figure `name` has had its value at `time`: the earliest version after which none changed it; null if
 * that is the first version.
 */
export function valueSince(versions: readonly Policy[], name: FigureName, time: Date): Date | null {
  const past = versions
    .filter(({ effective_from }) => effective_from <= time)
    .toSorted((left, right) => left.version - right.version)
  const value = past.at(-1)?.[name]
  const changed = past.findLastIndex((policy) => policy[name] !== value)
  return changed === -1 ? null : (past[changed + 1]?.effective_from ?? null)
}

/** Pairs that must stay in order whatever each one's bounds allow. */
const IN_ORDER: readonly (readonly [FigureName, FigureName])[] = [
  ['plan_amount_min_micros', 'plan_amount_max_micros'],
  ['plan_duration_default_ms', 'plan_duration_max_ms'],
  ['vip_fee_percent', 'platform_fee_percent'],
  ['device_hourly_count', 'device_daily_count'],
  ['device_daily_count', 'device_product_daily_count'],
  ['device_product_daily_count', 'device_advertiser_daily_count'],
  ['hold_limit_ms', 'hold_extended_limit_ms'],
  ['conversion_window_ms', 'settlement_limit_ms'],
  ['exchange_paying_limit_ms', 'exchange_confirming_limit_ms'],
  ['level_1_spend_micros', 'level_2_spend_micros'],
  ['level_2_spend_micros', 'level_3_spend_micros'],
  ['level_3_spend_micros', 'level_4_spend_micros'],
]

/** The first figure of `values` that is out of bounds or out of order with another; null if none is. */
export function figureOutOfBounds(values: StoredValues): FigureName | null {
  const value = (name: FigureName) => BigInt(values[name] ?? FIGURES[name].default)
  const outside = FIGURE_NAMES.find(
    (name) => value(name) < BigInt(FIGURES[name].minimum) || value(name) > BigInt(FIGURES[name].maximum),
  )
  return outside ?? IN_ORDER.find(([lower, upper]) => value(lower) > value(upper))?.[0] ?? null
}

/** The figures whose change from `before` to `after` is to a customer's disadvantage. */
export function worsenedFigures(before: StoredValues, after: StoredValues): FigureName[] {
  return FIGURE_NAMES.filter((name) => {
    const from = BigInt(before[name] ?? FIGURES[name].default)
    const to = BigInt(after[name] ?? FIGURES[name].default)
    const { disadvantage } = FIGURES[name]
    if (to > from) return disadvantage === 'up' || disadvantage === 'any'
    return to < from && (disadvantage === 'down' || disadvantage === 'any')
  })
}

export interface Change {
  /** Whole decimal text by figure. */
  changes: StoredValues
  /** Null means as early as the notice after the approval allows. */
  effective_from: Date | null
}

/**
 * Why `change` can't follow `latest` at `now`, or null: bounds, 30 days' notice if it is to a customer's
 * disadvantage, not before the latest version, and only one change ahead at a time.
 */
export function changeRefusal(
  latest: StoredVersion,
  { changes, effective_from }: Change,
  now: Date,
): { reason: Reason; field: string } | null {
  const values = { ...latest.values, ...changes }
  const outside = figureOutOfBounds(values)
  if (outside !== null) return { reason: 'policy_out_of_bounds', field: outside }
  if (Object.entries(changes).every(([name, value]) => latest.values[name] === value)) {
    return { reason: 'state_conflict', field: 'changes' }
  }
  if (latest.effective_from > now) return { reason: 'state_conflict', field: 'effective_from' }
  if (effective_from === null) return null
  const ahead_ms = effective_from.getTime() - now.getTime()
  const [worsened] = worsenedFigures(latest.values, values)
  if (worsened !== undefined && ahead_ms < NOTICE_MS)
    return { reason: 'policy_notice_too_short', field: worsened }
  if (ahead_ms < 0 || ahead_ms > AHEAD_MS_MAX) return { reason: 'field_invalid', field: 'effective_from' }
  return null
}
