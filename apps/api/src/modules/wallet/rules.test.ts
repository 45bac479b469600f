import { describe, expect, test } from 'vitest'
import { maskName, maskNumber, newDepositReference, referencesIn, withdrawalNumberIn } from './rules.ts'

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
