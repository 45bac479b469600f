import { parseAmount, formatAmount as wireAmount } from '@adtally/money/money.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAmount } from './format-money.ts'
import { COMPLETE_LANGUAGES } from './languages.ts'
import { readAmount, typedAmount, withKey } from './read-amount.ts'

const BY_COMMA_AND_POINT = ['de', 'pt', 'es', 'vi'] as const
const BY_COMMA_AND_SPACE = ['fr', 'ru'] as const
const BY_POINT = ['en', 'zh-Hans', 'zh-Hant', 'ja', 'ko', 'th'] as const

/** How a text is read: an amount, or a fault's name. */
function taken(language: string, text: string, options?: Parameters<typeof readAmount>[2]): string {
  const read = readAmount(language, text, options)
  return read.amount ?? read.fault
}

it('is known of every language', () => {
  expect([...BY_COMMA_AND_POINT, ...BY_COMMA_AND_SPACE, ...BY_POINT].sort()).toEqual(
    [...COMPLETE_LANGUAGES].sort(),
  )
})

describe.each([...COMPLETE_LANGUAGES])('in %s', (language) => {
  it.each([
    ['250', '250'],
    [' 250 ', '250'],
    ['0250', '250'],
    ['50.50', '50.50'],
    ['50,50', '50.50'],
    ['50,5', '50.5'],
    ['50.5', '50.5'],
    ['0,05', '0.05'],
    ['1234.56', '1234.56'],
    ['1234,56', '1234.56'],
    ['', 'empty'],
    [' ', 'empty'],
    ['0', 'zero'],
    ['0,00', 'zero'],
    ['1e3', 'malformed'],
    ['-5', 'malformed'],
    ['+5', 'malformed'],
    ['.5', 'malformed'],
    ['250 USD', 'other_currency'],
    ['1.234.567', '1234567'],
    ['1,234,567', '1234567'],
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['1 200', '1200'],
    ['1\u00a0234,56', '1234.56'],
    ['1 234 567.5', '1234567.5'],
    ['1’234.56', '1234.56'],
    ['0.123,45', 'malformed'],
    ['1.234.56', 'malformed'],
    ['1,234,56', 'malformed'],
    ['1,23,456', 'malformed'],
    ['1 23 456', 'malformed'],
    ['12.34,56.78', 'malformed'],
    ["1'234.56", '1234.56'],
    ['１２', 'malformed'],
    ['10000000000000', 'malformed'],
  ])('«%s» is %s', (text, meant) => {
    expect(taken(language, text)).toBe(meant)
  })
})

describe.each([...COMPLETE_LANGUAGES])('every text in %s', (language) => {
  it('the formatter’s output is read as the same amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 14n }), (cents) => {
        const amount = wireAmount(cents * 10_000n)
        const read = readAmount(language, formatAmount(language, amount))
        expect(parseAmount(read.amount ?? '')).toBe(cents * 10_000n)
      }),
    )
  })
  it('no text is taken for other digits than its own', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789., \u00a0') }), (text) => {
        const { amount } = readAmount(language, text)
        if (amount !== null)
          expect(amount.replace('.', '')).toBe(
            text
              .replace(/\D/g, '')
              .replace(/^0+(?=\d)/, '')
              .padStart(amount.replace('.', '').length, '0'),
          )
      }),
    )
  })
  it('the keypad types what is read, and a key that makes no amount changes nothing', () => {
    const after = (keys: string) => [...keys].reduce((text, key) => withKey(language, text, key), '')
    expect(after('250.505')).toBe(typedAmount(language, '250.50'))
    expect(after('.5')).toBe(typedAmount(language, '0.5'))
    expect(after('2.5.')).toBe(typedAmount(language, '2.5'))
    expect(after('05')).toBe('5')
    const pasted = formatAmount(language, '1234567.00').slice(0, -3)
    expect(withKey(language, pasted, '8')).toBe('12345678')
  })
})

const COMMA = [
  ['1,234', 'too_precise'],
  ['50,123', 'too_precise'],
  ['250,', '250'],
  ['250.', 'malformed'],
] as const

it.each([
  ...BY_COMMA_AND_POINT.flatMap((language) =>
    [...COMMA, ['1.000', '1000'], ['50.123', '50123'], ['0.123', 'malformed'], ['1234.567', 'malformed']].map(
      (row) => [language, ...row],
    ),
  ),
  ...BY_COMMA_AND_SPACE.flatMap((language) =>
    [...COMMA, ['1\u202f234\u2009567', '1234567'], ['1.000', 'malformed']].map((row) => [language, ...row]),
  ),
  ...BY_POINT.flatMap((language) =>
    [
      ['1,000', '1000'],
      ['50,123', '50123'],
      ['250.', '250'],
      ['250,', 'malformed'],
      ['0,123', 'malformed'],
      ['1234,567', 'malformed'],
      ['1.000', 'too_precise'],
      ['50.123', 'too_precise'],
    ].map((row) => [language, ...row]),
  ),
])('in %s «%s» is %s', (language = '', text = '', meant = '') => {
  expect(taken(language, text)).toBe(meant)
})

it('takes as many decimals as a field has', () => {
  expect(taken('de', '0,000042', { decimals_max: 6 })).toBe('0.000042')
  expect(taken('en', '1.0000001', { decimals_max: 6 })).toBe('too_precise')
  expect(taken('en', '1,234', { decimals_max: 6 })).toBe('1234')
})

describe.each([...COMPLETE_LANGUAGES])('with a currency, in %s,', (language) => {
  it.each([
    ['$ 120.00', 'USD', '120.00'],
    ['$120', 'USD', '120'],
    ['US$120', 'USD', '120'],
    ['120 USD', 'USD', '120'],
    ['120usd', 'USD', '120'],
    ['$1,234.50 USD', 'USD', '1234.50'],
    ['€120', 'EUR', '120'],
    ['1.234,50 €', 'EUR', '1234.50'],
    ['€120', 'USD', 'other_currency'],
    ['120 EUR', 'USD', 'other_currency'],
    ['$120', 'EUR', 'other_currency'],
    ['$120 EUR', 'USD', 'other_currency'],
    ['120 each', 'USD', 'malformed'],
    ['$', 'USD', 'malformed'],
    ['$ -5', 'USD', 'malformed'],
    ['120', '', '120'],
  ])('«%s» where %s is kept is %s [proof 382]', (text, currency, meant) => {
    expect(taken(language, text, { currency })).toBe(meant)
  })
})
