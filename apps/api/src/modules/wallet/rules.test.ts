import { describe, expect, test } from 'vitest'
import { isOwnAccount, maskName, maskNumber, referencesIn, withdrawalNumberIn } from './rules.ts'

describe('references', () => {
  test('are found however a bank broke them', () => {
    const code = 'AD23456789XY'
    for (const text of [
      code,
      `REF ${code} THANKS`,
      code.toLowerCase(),
      `${code.slice(0, 4)} ${code.slice(4)}`,
      `AD ad-${code.slice(0, 6)}-${code.slice(6)}`,
    ]) {
      expect(referencesIn(text)).toContain(code)
    }
    for (const text of ['thank you', `x${code}`, `${code}s`, 'Payment for advertising services']) {
      expect(referencesIn(text)).toEqual([])
    }
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

test('a statement is of our account in each way that banks write it, and of no other', () => {
  const iban = 'DE89 3704 0044 0532 0130 00'
  for (const account of [
    'DE89370400440532013000',
    'de89 3704 0044 0532 0130 00',
    '37040044/0532013000',
    '37040044/532013000',
    '37040044/0532013000EUR',
    '0532013000',
    '',
  ])
    expect(isOwnAccount(account, iban), account).toBe(true)
  for (const account of [
    'DE89370400440532013001',
    '37040045/0532013000',
    '37040044/0532013',
    '532013000/37040044',
    '0532013',
    '3000',
    'X',
  ])
    expect(isOwnAccount(account, iban), account).toBe(false)
  expect(isOwnAccount('SANDBOX-0001', 'SANDBOX-0001')).toBe(true)
  expect(isOwnAccount('SANDBOX0001', 'SANDBOX-0001')).toBe(true)
  expect(isOwnAccount('SANDBOX-000X', 'SANDBOX-0001')).toBe(false)
  expect(isOwnAccount('SANDBOX-0002', 'SANDBOX-0001')).toBe(false)
})
