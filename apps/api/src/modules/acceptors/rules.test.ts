import { expect, test } from 'vitest'
import { acceptanceCodeHash, newAcceptanceCode } from './orders/acceptance-code.ts'
import { exchangeFee, feeWithin, hundredths, offerRefusal, rateText, receivedFor } from './rules.ts'

const UNIT = 1_000_000n
const FINE = {
  amount_micros: 100n * UNIT,
  receive_micros: 91n * UNIT,
  rate_micros: 915_000n,
  acceptor_is_open: true,
  limit_micros: 500n * UNIT,
  outstanding_micros: 400n * UNIT,
  reference_rate_micros: 920_000n,
  spread_max_percent: 10n,
}

test('an offer keeps to limit, reference and what is whole', () => {
  expect(offerRefusal(FINE)).toBeNull()
  expect(offerRefusal({ ...FINE, outstanding_micros: 400n * UNIT + 1n })?.reason).toBe(
    'acceptor_limit_exceeded',
  )
  expect(offerRefusal({ ...FINE, reference_rate_micros: null })?.reason).toBe('reference_rate_missing')
  expect(offerRefusal({ ...FINE, rate_micros: 828_000n })).toBeNull()
  expect(offerRefusal({ ...FINE, rate_micros: 827_999n })).toEqual({ reason: 'field_invalid', field: 'rate' })
  expect(offerRefusal({ ...FINE, acceptor_is_open: false })?.reason).toBe('state_conflict')
  expect(offerRefusal({ ...FINE, receive_micros: 0n })?.field).toBe('amount')
})

test('fee and payment are rounded down, in the customer’s sight', () => {
  expect(exchangeFee(99_999_999n, 50)).toBe(499_999n)
  expect([feeWithin(50, 3n), feeWithin(300, 3n), feeWithin(300, 1n)]).toEqual([50, 300, 100])
  expect(receivedFor(100n * UNIT, 500_000n, 915_001n)).toBe(91_042_599n)
})

test('numbers are written with all their places', () => {
  expect([0, 5, 50, 130, -125].map(hundredths)).toEqual(['0.00', '0.05', '0.50', '1.30', '-1.25'])
  expect([915_000n, 1n, 34_500_000n].map(rateText)).toEqual(['0.915000', '0.000001', '34.500000'])
})

test('a code is found however it is typed, and nothing else is one', () => {
  const code = newAcceptanceCode()
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
  const hash = acceptanceCodeHash(code)
  expect(acceptanceCodeHash(` ${code.toLowerCase().replaceAll('-', ' ')}`)).toEqual(hash)
  expect(acceptanceCodeHash('0011-ABCD-EFGH')).toEqual(acceptanceCodeHash('OoIl-ABCD-EFGH'))
  expect(['', 'ABCD', 'ABCD-EFGH-JKMU', `${code}A`].map(acceptanceCodeHash)).toEqual(Array(4).fill(null))
})
