import type { Language } from '@adtally/contract/enums.ts'
import { type NamedAmount, type NamedValue, namesIn, tellText } from '@adtally/i18n/tell-text.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type { Settings } from '../../settings.ts'
import * as policies from '../policies/index.ts'
import type { Services } from '../services.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Null for what this program lacks: texts that name it are left out. */
export type ToldValues = Readonly<Record<string, NamedValue | null>>

/** Figures besides the policy's that texts may name; `services.content.figure_sources` has them all. */
export interface FigureSource {
  /** The policy figures that its values are computed from. */
  follows_from: readonly policies.FigureName[]
  values(policy: policies.Policy, settings: Settings): ToldValues
}

/** What texts may name between braces, and since when each has its value. */
export interface Figures {
  values: ReadonlyMap<string, NamedValue | null>
  /** For values that follow from the policy; null: since its first version. */
  since: ReadonlyMap<string, Date | null>
}

/**
 * What texts may name now: each policy figure with its spoken unit (`_hours` and `_days` for `_ms`, nothing for
 * `_micros`), `policy_version`, and the modules' own. So a text always states the figure in force.
 */
export function figuresFor(services: Services): Figures {
  const { settings, content } = services
  const policy = policies.current(services)
  const policy_since = policies.currentSince(services)
  const values = new Map<string, NamedValue | null>([['policy_version', String(policy.version)]])
  const since = new Map<string, Date | null>()
  for (const [name, at] of policy_since) {
    for (const [told, value] of toldAs(name, policy[name], settings.currency)) {
      values.set(told, value)
      since.set(told, at)
    }
  }
  for (const { follows_from, values: valuesOf } of content.figure_sources) {
    const newest = newestOf(follows_from.map((name) => policy_since.get(name) ?? null))
    for (const [told, value] of Object.entries(valuesOf(policy, settings))) {
      values.set(told, value)
      if (follows_from.length > 0) since.set(told, newest)
    }
  }
  return { values, since }
}

function toldAs(
  name: policies.FigureName,
  value: bigint | number,
  currency: string,
): (readonly [name: string, value: NamedValue])[] {
  if (name.endsWith('_ms') && typeof value === 'number') {
    return [
      [name.replace(/_ms$/, '_hours'), inUnits(value, HOUR_MS)],
      [name.replace(/_ms$/, '_days'), inUnits(value, DAY_MS)],
    ]
  }
  if (name.endsWith('_micros') && typeof value === 'bigint') {
    return [[name.replace(/_micros$/, ''), toldAmount(value, currency)]]
  }
  return [[name, Number(value)]]
}

/** An amount that each language formats in its own way. */
export function toldAmount(amount_micros: bigint, currency: string): NamedAmount {
  return { amount: formatAmount(amount_micros), currency }
}

function inUnits(duration_ms: number, unit_ms: number): number {
  return Math.round((duration_ms / unit_ms) * 10) / 10
}

/** A fixed duration in days, for texts. */
export function toldDays(duration_ms: number): number {
  return inUnits(duration_ms, DAY_MS)
}

/** Whether this program has everything a text names; other texts are left out. */
export function canSay(text: string, { values }: Figures): boolean {
  return namesIn(text).every((name) => values.get(name) !== null)
}

/** A text with its figures filled in; throws for an unknown one, so that no customer sees a gap. */
export function fillFigures(language: Language, text: string, { values }: Figures): string {
  return tellText(language, text, (name) => values.get(name) ?? undefined)
}

/** Whether a text names policy figures, and since when all of them hold; null: the first version. */
export function policySince(
  texts: readonly string[],
  { since }: Figures,
): { by_policy: boolean; since: Date | null } {
  const named = texts.flatMap(namesIn).filter((name) => since.has(name))
  return { by_policy: named.length > 0, since: newestOf(named.map((name) => since.get(name) ?? null)) }
}

function newestOf(moments: readonly (Date | null)[]): Date | null {
  return moments.reduce((newest, at) => (at !== null && (newest === null || at > newest) ? at : newest), null)
}
