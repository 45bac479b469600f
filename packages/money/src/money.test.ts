import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatAmount,
  isAmountText,
  least,
  MAX_AMOUNT_MICROS,
  parseAmount,
  proportion,
  share,
  total,
} from './money.ts'

const amounts = fc.bigInt({ min: 0n, max: MAX_AMOUNT_MICROS })

describe('text', () => {
  test('a formatted amount parses to the same micro-units', () => {
    fc.assert(fc.property(amounts, (amount) => parseAmount(formatAmount(amount)) === amount))
  })
  test('two decimals at least, six at most, and the sign', () => {
    expect(formatAmount(250_000_000n)).toBe('250.00')
    expect(formatAmount(-1n)).toBe('-0.000001')
    expect(formatAmount(1_500_000n)).toBe('1.50')
    expect(formatAmount(1_234_560n)).toBe('1.23456')
    expect(formatAmount(0n)).toBe('0.00')
  })
  test.each([
    '1e3',
    '-1',
    '0.0000001',
    'NaN',
    '',
    ' 1',
    '1 ',
    '+1',
    '.5',
    '1.',
    '01',
    '1,5',
    '0x10',
    'Infinity',
    '１',
  ])('refuses %j', (text) => {
    expect(parseAmount(text)).toBeNull()
    expect(isAmountText(text)).toBe(false)
  })
})

describe('arithmetic', () => {
  test('a proportion rounds down and never makes money', () => {
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 0n, max: 100n }), (amount, percent) => {
        const fee = proportion(amount, percent, 100n)
        expect(fee * 100n <= amount * percent && (fee + 1n) * 100n > amount * percent).toBe(true)
        expect(fee <= amount).toBe(true)
      }),
    )
    expect(() => proportion(-1n, 1n, 100n)).toThrow(RangeError)
    expect(() => proportion(1n, 1n, 0n)).toThrow(RangeError)
  })
  test('least and total', () => {
    expect(least(1n, 2n)).toBe(1n)
    expect(total([1n, 2n, -4n])).toBe(-1n)
    expect(total([])).toBe(0n)
  })
  test('a share is for drawing: from 0 to 1', () => {
    expect(share(1n, 4n)).toBe(0.25)
    expect([share(5n, 4n), share(-1n, 4n), share(1n, 0n)]).toEqual([1, 0, 0])
  })
})
