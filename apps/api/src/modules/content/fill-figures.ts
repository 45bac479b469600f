import { CREDIT_SCORE_MAX, POINTS_CHARGEBACK, POINTS_CLEAN_PLAN } from '@adtally/contract/credit-score.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type { Settings } from '../../settings.ts'
import type { Policy } from '../policies/index.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * What texts may name between braces: every policy figure by its name with its unit as it is said (`_hours` and
 * `_days` for `_ms`, nothing for `_micros`), `policy_version`, `brand` and the points of the credit score. So a text never tells a figure that is not
 * in force.
 */
export function figuresFor(
  policy: Policy,
  settings: Pick<Settings, 'currency' | 'brand'>,
): Map<string, string> {
  const values = new Map<string, string>([
    ['policy_version', String(policy.version)],
    ['brand', settings.brand.name],
    ['credit_score_max', String(CREDIT_SCORE_MAX)],
    ['credit_score_loss', String(-POINTS_CHARGEBACK)],
    ['credit_score_gain', String(POINTS_CLEAN_PLAN)],
  ])
  for (const [name, value] of Object.entries(policy)) {
    if (name.endsWith('_ms') && typeof value === 'number') {
      values.set(name.replace(/_ms$/, '_hours'), inUnits(value, HOUR_MS))
      values.set(name.replace(/_ms$/, '_days'), inUnits(value, DAY_MS))
    } else if (name.endsWith('_micros') && typeof value === 'bigint') {
      values.set(name.replace(/_micros$/, ''), `${formatAmount(value)} ${settings.currency}`)
    } else if (typeof value === 'bigint' || typeof value === 'number') values.set(name, String(value))
  }
  return values
}

function inUnits(duration_ms: number, unit_ms: number): string {
  return String(Math.round((duration_ms / unit_ms) * 10) / 10)
}

/** A text with its figures; throws for one that there is not, since a hole must never reach a customer. */
export function fillFigures(text: string, figures: ReadonlyMap<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_place, name: string) => {
    const value = figures.get(name)
    if (value === undefined) throw new Error(`no figure is called ${name}`)
    return value
  })
}
