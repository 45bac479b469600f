import { MAX_AMOUNT_MICROS, parseAmount } from '@adtally/money/money.ts'
import { formatAmount } from './format-money.ts'

/** Why a text is taken for no amount. */
export type AmountTextFault = 'empty' | 'malformed' | 'too_precise' | 'zero'

/** What a text is taken for: the wire's decimal string in major units, or why it is none. */
export type ReadAmount = { amount: string; fault: null } | { amount: null; fault: AmountTextFault }

/** Bank cents: what an amount is paid in. */
export const DECIMALS_OF_PAYMENT = 2

/** All that people and `Intl` put between thousands where a language does so by a space. */
const SPACES = '[ \\u00a0\\u2009\\u202f]'

interface Signs {
  decimal: '.' | ','
  /** The language's own way: digits, grouped in threes or not at all, and its decimal sign. */
  own: RegExp
  /** The other sign before one or two digits, which no grouping leaves. */
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

/** The digits before and after the decimal sign, if a text has the form of an amount. */
function digitsOf(language: string, text: string): { whole: string; fraction: string | undefined } | null {
  const { own, foreign } = signsOf(language)
  const match = own.exec(text.trim()) ?? foreign.exec(text.trim())
  if (!match) return null
  return { whole: (match[1] ?? '').replace(/\D/g, '').replace(/^0+(?=\d)/, ''), fraction: match[2] }
}

/**
 * The amount that a typed or pasted text says in `language`, or why it says none; never another amount than the one
 * written. In a language of decimal commas `1.000` is a thousand and `1.000,50` right; a point is the decimal sign there
 * only where it cannot group, before one or two digits at the end (`50.50`). Other languages likewise.
 */
export function readAmount(
  language: string,
  text: string,
  decimals_max: number = DECIMALS_OF_PAYMENT,
): ReadAmount {
  if (text.trim() === '') return { amount: null, fault: 'empty' }
  const digits = digitsOf(language, text)
  if (!digits) return { amount: null, fault: 'malformed' }
  const { whole, fraction = '' } = digits
  // Zeros too: what is `1.500` here is fifteen hundred elsewhere.
  if (fraction.length > decimals_max) return { amount: null, fault: 'too_precise' }
  const amount = fraction === '' ? whole : `${whole}.${fraction}`
  const amount_micros = parseAmount(amount)
  if (amount_micros === null || amount_micros > MAX_AMOUNT_MICROS) return { amount: null, fault: 'malformed' }
  return amount_micros === 0n ? { amount: null, fault: 'zero' } : { amount, fault: null }
}

/** A wire amount as it is typed in `language`: with its decimal sign and without grouping. */
export function typedAmount(language: string, amount: string): string {
  return amount.replace('.', signsOf(language).decimal)
}

/** A text after a key of the app's own keypad, `.` for the decimal sign; a key that makes no amount changes nothing. */
export function withKey(language: string, text: string, key: string): string {
  const digits = digitsOf(language, text)
  const { decimal } = signsOf(language)
  // Without grouping, which the next digit would make wrong.
  const plain = digits ? typedAmount(language, [digits.whole, digits.fraction ?? []].flat().join('.')) : text
  const begun = key === '.' && plain === '' ? '0' : plain === '0' && key !== '.' ? '' : plain
  const next = begun + (key === '.' ? decimal : key)
  const { fault } = readAmount(language, next)
  return digits && (fault === 'malformed' || fault === 'too_precise') ? text : next
}
