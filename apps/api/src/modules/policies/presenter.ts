import type { OutputOf } from '@adtally/contract/call.ts'
import type { policyCurrent } from '@adtally/contract/policies.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { FIGURES, type FigureName } from './figures.ts'
import { FIGURE_NAMES, type Policy } from './rules.ts'

/** A figure's name on the wire: amounts travel in major units, so their name loses the unit. */
export function wireName(name: FigureName): string {
  return name.replace(/_micros$/, '')
}

/** `amount`, `percent`, `ms` or `count`. */
export function unitOf(name: FigureName): string {
  const unit = name.slice(name.lastIndexOf('_') + 1)
  return unit === 'micros' ? 'amount' : unit
}

/** A figure's value on the wire: amounts are decimals in major units. */
export function wireValue(name: FigureName, value: bigint | number): string {
  return unitOf(name) === 'amount' ? formatAmount(BigInt(value)) : value.toString()
}

/** A figure with its unit for staff: `4000.00 EUR`, `18 %`, `5 d`; a dash without a value. */
export function figureText(name: FigureName, value: string | undefined, currency: string): string {
  if (value === undefined) return '–'
  const unit = unitOf(name)
  if (unit === 'amount') return `${formatAmount(BigInt(value))} ${currency}`
  if (unit === 'percent') return `${value} %`
  return unit === 'ms' ? durationText(BigInt(value)) : value
}

function durationText(value_ms: bigint): string {
  const [unit, unit_ms] = DURATIONS.find(([, unit_ms]) => value_ms % unit_ms === 0n) ?? ['ms', 1n]
  return `${value_ms / unit_ms} ${unit}`
}

const DURATIONS = [
  ['d', 86_400_000n],
  ['h', 3_600_000n],
  ['min', 60_000n],
  ['s', 1_000n],
] as const

/** The figures in force with their bounds, and the announced versions (PRODUCT, before §1). */
export function presentPolicies(
  policy: Policy,
  announced: readonly Policy[],
): OutputOf<typeof policyCurrent> {
  return {
    version: policy.version,
    effective_from: policy.effective_from.toISOString(),
    figures: FIGURE_NAMES.map((name) => ({
      name: wireName(name),
      unit: unitOf(name),
      value: wireValue(name, policy[name]),
      minimum: wireValue(name, FIGURES[name].minimum),
      maximum: wireValue(name, FIGURES[name].maximum),
    })),
    announced: announced.map((next) => ({
      version: next.version,
      effective_from: next.effective_from.toISOString(),
      figures: FIGURE_NAMES.filter((name) => next[name] !== policy[name]).map((name) => ({
        name: wireName(name),
        value: wireValue(name, next[name]),
      })),
    })),
  }
}
