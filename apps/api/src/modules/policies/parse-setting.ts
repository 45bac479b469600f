import { parseDuration } from '@adtally/contract/operator/statement/fields.ts'
import { parseAmount } from '@adtally/money/money.ts'
import { Refusal } from '../../lib/refusal.ts'
import { unitOf, wireName } from './presenter.ts'
import { FIGURE_NAMES, isFigureName } from './rules.ts'

/**
 * Parses `plan_amount_max=4000.00`, `conversion_window_ms=5d` or `platform_fee_percent=18` to a figure and its stored
 * text. Throws `field_unknown` if there is no such figure, `field_invalid` if the value does not fit its unit.
 */
export function parseSetting(setting: string): [string, string] {
  const [given = '', value = ''] = setting.split('=', 2)
  const name = isFigureName(given) ? given : FIGURE_NAMES.find((figure) => wireName(figure) === given)
  if (name === undefined) throw new Refusal('field_unknown', { field: given })
  const stored = storedValue(unitOf(name), value)
  if (stored === null) throw new Refusal('field_invalid', { field: given })
  return [name, stored.toString()]
}

function storedValue(unit: string, value: string): bigint | null {
  if (unit === 'amount') return parseAmount(value)
  if (unit === 'ms' && !/^\d+$/.test(value)) return parseDuration(value)
  return /^\d{1,15}$/.test(value) ? BigInt(value) : null
}
