/** As many digits as the contract takes before the point. */
const WHOLE_MAX = 9
const SHAPE = new RegExp(`^(0|[1-9]\\d{0,${WHOLE_MAX - 1}})?(\\.\\d{0,2})?$`)

/** An amount after a key, by keypad or keyboard; a key that makes no amount changes nothing. */
export function typed(before: string, key: string): string {
  if (key === '.') return accepted(before, before === '' ? '0.' : `${before}.`)
  return accepted(before, before === '0' ? key : before + key)
}

/** An amount without its last character. */
export function erased(before: string): string {
  return before.slice(0, -1)
}

/**
 * A text put in whole, such as by keyboard or pasting: grouping left out; anything else changes nothing. Where a comma is
 * the language's decimal sign it is the point, or `250,5` would be ten times as much; a point alone is one there too.
 */
export function accepted(before: string, next: string, decimal: '.' | ',' = '.'): string {
  const is_comma = decimal === ',' && next.includes(',')
  const bare = next.replaceAll(is_comma ? /[\s.]/g : /[\s,]/g, '').replace(',', '.')
  return SHAPE.test(bare) ? bare : before
}

/** What an unfinished amount stands for: `250.` is 250. */
export function finished(amount: string): string {
  return amount.replace(/\.$/, '')
}
