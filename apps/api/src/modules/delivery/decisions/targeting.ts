import { TARGETING_STEPS, type TargetingStep } from '@adtally/contract/operator/market/delivery.ts'
import type { Visit } from './visitor.ts'

/** Empty lists allow everything. */
export interface TargetingRules {
  countries: readonly string[]
  devices: readonly string[]
  operating_systems: readonly string[]
  languages: readonly string[]
  /** The 168 hours of a week from Monday 0:00, each `1` or `0`, by the placement's clocks; null: every hour. */
  week_hours: string | null
  /** Of what a page is about, one of these at least; as `readKeywords` has them. */
  keywords_any: readonly string[]
  /** None of these. */
  keywords_none: readonly string[]
}

/**
 * What a product's rules ask of a visit, in order. The index and the explanation both ask these and nothing else, so that
 * no plan is explained otherwise than it is drawn.
 */
const CONDITIONS = {
  country: ({ countries }, { country }) => takes(countries, country),
  device: ({ devices }, { device }) => takes(devices, device),
  operating_system: ({ operating_systems }, { operating_system }) =>
    takes(operating_systems, operating_system),
  language: ({ languages }, { language }) => takes(languages, language),
  hour: ({ week_hours }, { week_hour }) => week_hours === null || week_hours[week_hour] === '1',
  keyword: ({ keywords_any, keywords_none }, { keywords }) =>
    (keywords_any.length === 0 || keywords.some((word) => keywords_any.includes(word))) &&
    !keywords.some((word) => keywords_none.includes(word)),
} as const satisfies Record<TargetingStep, (rules: TargetingRules, visit: Visit) => boolean>

/** The first condition that a visit misses, or null. Unknown properties of a visitor match no list. */
export function missedTarget(rules: TargetingRules, visit: Visit): TargetingStep | null {
  return TARGETING_STEPS.find((step) => !CONDITIONS[step](rules, visit)) ?? null
}

/** Whether a product targets a visit. */
export function isTargeted(rules: TargetingRules, visit: Visit): boolean {
  return missedTarget(rules, visit) === null
}

/** Whether a list allows a value; an empty one allows everything. */
export function takes(allowed: readonly string[], value: string | null): boolean {
  return allowed.length === 0 || (value !== null && allowed.includes(value))
}

const keys = new WeakMap<TargetingRules, string>()

/** A text that is the same for rules that target the same visits by the same lists. */
export function targetingKey(rules: TargetingRules): string {
  const known = keys.get(rules)
  if (known !== undefined) return known
  const { countries, devices, operating_systems, languages, week_hours, keywords_any, keywords_none } = rules
  const key = JSON.stringify([
    countries,
    devices,
    operating_systems,
    languages,
    week_hours,
    keywords_any,
    keywords_none,
  ])
  keys.set(rules, key)
  return key
}

/** What some rules ask about, so that visits that differ in nothing asked about count as the same. */
export class AskedAbout {
  #has_hours = false
  readonly #keywords = new Set<string>()

  constructor(all: Iterable<TargetingRules>) {
    for (const { week_hours, keywords_any, keywords_none } of all) {
      this.#has_hours ||= week_hours !== null
      for (const word of [...keywords_any, ...keywords_none]) this.#keywords.add(word)
    }
  }

  /** A text that is the same for visits that these rules can't tell apart. */
  keyOf({ country, device, operating_system, language, keywords, week_hour }: Visit): string {
    const visitor = `${country} ${device} ${operating_system} ${language}`
    const hour = this.#has_hours ? ` ${week_hour}` : ''
    if (keywords.length === 0 || this.#keywords.size === 0) return visitor + hour
    // Keywords hold no commas.
    return `${visitor}${hour},${keywords.filter((word) => this.#keywords.has(word)).join(',')}`
  }
}
