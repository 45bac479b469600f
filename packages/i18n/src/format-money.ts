const formats = new Map<string, Intl.NumberFormat>()

/** A decimal string as the wire carries it. */
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/** `Intl.NumberFormat` is slow to make and every figure needs one. */
function numberFormat(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language}${JSON.stringify(options)}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(language, options)
    formats.set(key, format)
  }
  return format
}

/** Whether `amount` is a decimal string that `Intl` can format without a JavaScript number in between. */
function isDecimal(amount: string): amount is Intl.StringNumericLiteral {
  return DECIMAL.test(amount)
}

/**
 * Decimals that `amount` (a decimal string) is shown with: two; four where it is under 0.01, six under 0.0001,
 * so that a small charge never reads as nothing (DESIGN). No float on the way.
 */
export function decimalsOf(amount: string): 2 | 4 | 6 {
  const [, , whole = '', fraction = ''] = DECIMAL.exec(amount) ?? []
  const isUnderOne = /^0*$/.test(whole) && /[1-9]/.test(fraction)
  if (isUnderOne && fraction.startsWith('0000')) return 6
  return isUnderOne && fraction.startsWith('00') ? 4 : 2
}

/** The fewest of two, four and six decimals in which nothing of these amounts (decimal strings) is cut: so shown, they add up. */
export function exactDecimals(...amounts: string[]): 2 | 4 | 6 {
  const areFinerThan = (digits: number) =>
    amounts.some((amount) => (amount.split('.')[1]?.length ?? 0) > digits)
  if (areFinerThan(4)) return 6
  return areFinerThan(2) ? 4 : 2
}

export interface MoneyOptions {
  /** `always` puts a plus before a gain, for results and fund flow. */
  sign?: 'auto' | 'always'
  /** The same decimals for a column of figures, whatever their size; `all` that an amount has, where it is to be added to others. */
  decimals?: 2 | 4 | 6 | 'all'
}

/**
 * An amount without its currency, in the language's manner. `amount` is the wire's decimal string in major
 * units; digits beyond the shown ones are cut towards zero, so that nothing reads as more than there is.
 */
export function formatAmount(language: string, amount: string, options: MoneyOptions = {}): string {
  if (!isDecimal(amount)) throw new RangeError('money is a decimal string')
  const { decimals: asked = decimalsOf(amount) } = options
  const decimals = asked === 'all' ? exactDecimals(amount) : asked
  return numberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    roundingMode: 'trunc',
    signDisplay: options.sign === 'always' ? 'exceptZero' : 'negative',
  }).format(amount)
}

/** Money as it stands in a sentence: `250.00 USD` (DESIGN), amount and code kept on one line. */
export function formatMoney(
  language: string,
  amount: string,
  currency: string,
  options: MoneyOptions = {},
): string {
  return `${formatAmount(language, amount, options)}\u00a0${currency}`
}

/** A count or other plain number. */
export function formatNumber(language: string, value: number | bigint): string {
  return numberFormat(language, {}).format(value)
}

/** A share between 0 and 1 as a percentage with at most one decimal. */
export function formatShare(language: string, share: number): string {
  return numberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share)
}

/** A small share as a percentage with two significant digits: 0.12 %, 3.4 %, 41 %. */
export function formatRate(language: string, share: number): string {
  return numberFormat(language, { style: 'percent', maximumSignificantDigits: 2 }).format(share)
}
