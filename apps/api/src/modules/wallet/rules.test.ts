import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  maskName,
  maskNumber,
  newDepositReference,
  referencesIn,
  withdrawalNumberIn,
  withdrawalRefusal,
} from './rules.ts'

const facts = {
  amount_micros: 5n,
  rail_fee_micros: 0n,
  available_micros: 10n,
  startup_micros: 4n,
  beneficiary_is_current: true,
  grant_is_good: true,
}

describe('withdrawal eligibility', () => {
  test('its inputs are these and no others: nothing paid in, no fee, level, VIP, coupon, follow or contract', () => {
    expect(Object.keys(facts).sort()).toEqual([
      'amount_micros',
      'available_micros',
      'beneficiary_is_current',
      'grant_is_good',
      'rail_fee_micros',
      'startup_micros',
    ])
  })
  test('own cash can always be withdrawn, whatever startup funds are out', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        (amount_micros, startup_micros) =>
          withdrawalRefusal({ ...facts, amount_micros, available_micros: amount_micros, startup_micros }) ===
          null,
      ),
    )
  })
  test('each refusal', () => {
    expect(withdrawalRefusal({ ...facts, amount_micros: 14n })).toBe('startup_funds_not_returned')
    expect(withdrawalRefusal({ ...facts, amount_micros: 15n })).toBe('insufficient_balance')
    expect(withdrawalRefusal({ ...facts, beneficiary_is_current: false })).toBe('beneficiary_not_set')
    expect(withdrawalRefusal({ ...facts, rail_fee_micros: facts.amount_micros })).toBe('amount_not_above_fee')
    expect(withdrawalRefusal({ ...facts, rail_fee_micros: facts.amount_micros - 1n })).toBeNull()
    expect(withdrawalRefusal({ ...facts, grant_is_good: false })).toBe('grant_invalid')
  })
})

describe('references', () => {
  test('are found however a bank broke them', () => {
    const code = newDepositReference()
    for (const text of [
      code,
      `REF ${code} THANKS`,
      code.toLowerCase(),
      `${code.slice(0, 4)} ${code.slice(4)}`,
      `AD ad-${code.slice(0, 6)}-${code.slice(6)}`,
    ]) {
      expect(referencesIn(text)).toContain(code)
    }
    expect(referencesIn('thank you')).toEqual([])
  })
  test('a withdrawal number stands alone', () => {
    expect(withdrawalNumberIn('PAYOUT W100001 ADTALLY')).toBe('W100001')
    expect(withdrawalNumberIn('W100001 W100002')).toBeNull()
    expect(withdrawalNumberIn('XW100001')).toBeNull()
  })
})

test('masks show four characters and no whole name', () => {
  expect(maskNumber('DE89370400440532013000')).toBe('•••• 3000')
  expect(maskNumber('12345')).toBe('••••')
  expect(maskName('Ada Lovelace')).toBe('A••• L•••')
})
