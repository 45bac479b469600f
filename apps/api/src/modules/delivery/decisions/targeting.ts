import type { Visitor } from './visitor.ts'

/** Empty lists allow everything. */
export interface TargetingRules {
  countries: readonly string[]
  devices: readonly string[]
  operating_systems: readonly string[]
  languages: readonly string[]
}

/** Whether a product targets a visitor. Unknown properties of a visitor match no list. */
export function isTargeted(rules: TargetingRules, visitor: Visitor): boolean {
  return (
    takes(rules.countries, visitor.country) &&
    takes(rules.devices, visitor.device) &&
    takes(rules.operating_systems, visitor.operating_system) &&
    takes(rules.languages, visitor.language)
  )
}

function takes(allowed: readonly string[], value: string | null): boolean {
  return allowed.length === 0 || (value !== null && allowed.includes(value))
}

const keys = new WeakMap<TargetingRules, string>()

/** A text that is the same for rules that target the same visitors by the same lists. */
export function targetingKey(rules: TargetingRules): string {
  const known = keys.get(rules)
  if (known !== undefined) return known
  const { countries, devices, operating_systems, languages } = rules
  const key = JSON.stringify([countries, devices, operating_systems, languages])
  keys.set(rules, key)
  return key
}
