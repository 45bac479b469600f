import { MAX_AMOUNT_MICROS, parseAmount } from '@adtally/money/money.ts'
import { formatAmount } from './format-money.ts'

export type AmountTextFault = 'empty' | 'malformed' | 'other_currency' | 'too_precise' | 'zero'

/** A text as an amount: the wire's decimal string in major units, or why it is not one. */
export type ReadAmount = { amount: string; fault: null } | { amount: null; fault: AmountTextFault }

/** The decimals of bank payments. */
export const DECIMALS_OF_PAYMENT = 2

/** All spaces that people and `Intl` put between thousands. */
const SPACES = '[ \\u00a0\\u2009\\u202f]'

/**
 * Texts that mean the same amount in any language: groups of three with spaces or apostrophes, or with one sign while
 * the other is the decimal sign, or with one sign twice.
 */
const NEUTRAL = [
  new RegExp(`^([1-9]\\d{0,2}(?:(?:${SPACES}|['’])\\d{3})+)(?:[.,](\\d{1,2}))?$`),
  /^([1-9]\d{0,2}(?:,\d{3})+)\.(\d{1,2})$/,
  /^([1-9]\d{0,2}(?:\.\d{3})+),(\d{1,2})$/,
  /^([1-9]\d{0,2}(?:,\d{3}){2,})$/,
  /^([1-9]\d{0,2}(?:\.\d{3}){2,})$/,
]

/** A currency's sign, code or both, before or after a number, as pages and banks write it. */
const MARK = '(\\p{L}{0,3}\\p{Sc}|\\p{L}{1,5})?'
const MARKED = new RegExp(`^${MARK}\\s*(.*?)\\s*${MARK}$`, 'u')

interface Signs {
  decimal: '.' | ','
  /** The language's own form: digits, ungrouped or in threes, and its decimal sign. */
  own: RegExp
  /** The other sign before one or two digits, which can't be grouping. */
  foreign: RegExp
}

const known = new Map<string, Signs>()

function signsOf(language: string): Signs {
  let signs = known.get(language)
  if (!signs) {
    const sample = formatAmount(language, '1234567.50')
    const decimal = sample.at(-3) === ',' ? ',' : '.'
    const between = sample.charAt(1)
    const grouping = /\s/.test(between) ? SPACES : `[${between}]`
    signs = {
      decimal,
      own: new RegExp(`^(\\d+|[1-9]\\d{0,2}(?:${grouping}\\d{3})+)(?:[${decimal}](\\d*))?$`),
      foreign: new RegExp(`^(\\d+)[${decimal === ',' ? '.' : ','}](\\d{1,2})$`),
    }
    known.set(language, signs)
  }
  return signs
}

interface Digits {
  whole: string
  fraction: string | undefined
  /** What stood before and after the number. */
  marks: string[]
}

/** The digits before and after the decimal sign, if a text has the form of an amount. */
function digitsOf(language: string, text: string): Digits | null {
  const { own, foreign } = signsOf(language)
  const [, before, number = '', behind] = MARKED.exec(text.trim()) ?? []
  const match = [own, foreign, ...NEUTRAL].map((form) => form.exec(number)).find((found) => found !== null)
  if (!match) return null
  return {
    whole: (match[1] ?? '').replace(/\D/g, '').replace(/^0+(?=\d)/, ''),
    fraction: match[2],
    marks: [before, behind].filter((mark) => mark !== undefined),
  }
}

const names = new Map<string, Set<string>>()

/** A currency's code and signs, in the language and in English. */
function namesOf(language: string, currency: string): Set<string> {
  const key = `${language} ${currency}`
  let known_names = names.get(key)
  if (!known_names) {
    known_names = new Set([currency])
    // English abroad writes `US$`.
    for (const locale of [language, 'en', 'en-CA'])
      for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const) {
        const parts = new Intl.NumberFormat(locale, {
          style: 'currency',
          currency,
          currencyDisplay,
        }).formatToParts(0)
        known_names.add(parts.find(({ type }) => type === 'currency')?.value ?? currency)
      }
    names.set(key, known_names)
  }
  return known_names
}

function faultOfMark(language: string, mark: string, currency: string): AmountTextFault | null {
  const written = mark.toUpperCase()
  if (currency !== '' && namesOf(language, currency).has(written)) return null
  const is_currency = /\p{Sc}/u.test(written) || Intl.supportedValuesOf('currency').includes(written)
  return is_currency ? 'other_currency' : 'malformed'
}

/**
 * Reads a typed or pasted amount in `language`, or says why it is none; never reads another amount than the one
 * written. With a decimal comma, `1.000` is a thousand and `1.000,50` is valid; a point is then the decimal sign only
 * where it can't group, before one or two final digits (`50.50`). Other languages work alike. Unambiguous forms are
 * accepted in any language (`1.234,50`, `1 200`), and the sign or code of `currency`, but of no other.
 */
export function readAmount(
  language: string,
  text: string,
  { decimals_max = DECIMALS_OF_PAYMENT, currency = '' }: { decimals_max?: number; currency?: string } = {},
): ReadAmount {
  if (text.trim() === '') return { amount: null, fault: 'empty' }
  const digits = digitsOf(language, text)
  if (!digits) return { amount: null, fault: 'malformed' }
  const { whole, fraction = '', marks } = digits
  const mark_fault = marks
    .map((mark) => faultOfMark(language, mark, currency))
    .find((fault) => fault !== null)
  if (mark_fault) return { amount: null, fault: mark_fault }
  // Zeros too: `1.500` means fifteen hundred elsewhere.
  if (fraction.length > decimals_max) return { amount: null, fault: 'too_precise' }
  const amount = fraction === '' ? whole : `${whole}.${fraction}`
  const amount_micros = parseAmount(amount)
  if (amount_micros === null || amount_micros > MAX_AMOUNT_MICROS) return { amount: null, fault: 'malformed' }
  return amount_micros === 0n ? { amount: null, fault: 'zero' } : { amount, fault: null }
}

/** A wire amount as typed in `language`: with its decimal sign, without grouping. */
export function typedAmount(language: string, amount: string): string {
  return amount.replace('.', signsOf(language).decimal)
}

/** The text after a key of the app's keypad, `.` for the decimal sign; ignores keys that break the amount. */
export function withKey(language: string, text: string, key: string): string {
  const digits = digitsOf(language, text)
  const { decimal } = signsOf(language)
  // Ungrouped, because the next digit would make the grouping wrong.
  const plain = digits ? typedAmount(language, [digits.whole, digits.fraction ?? []].flat().join('.')) : text
  const begun = key === '.' && plain === '' ? '0' : plain === '0' && key !== '.' ? '' : plain
  const next = begun + (key === '.' ? decimal : key)
  const { fault } = readAmount(language, next)
  return digits && (fault === 'malformed' || fault === 'too_precise') ? text : next
}
