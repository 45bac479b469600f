import { describe, expect, test } from 'vitest'
import { compactAccountNumber, isAccountNumber, isCardNumber, isWalletAddress } from './account-number.ts'

describe('card numbers', () => {
  test('a right check digit is taken, any other is refused', () => {
    expect(isCardNumber('4111111111111111')).toBe(true)
    for (let digit = 0; digit <= 9; digit += 1) {
      expect(isCardNumber(`411111111111111${digit}`)).toBe(digit === 1)
    }
  })
  test('length and digits', () => {
    expect(isCardNumber('41111111111')).toBe(false)
    expect(isCardNumber('4111 1111 1111 1111')).toBe(false)
    expect(isCardNumber(compactAccountNumber('4111 1111-1111 1111'))).toBe(true)
  })
})

describe('account numbers', () => {
  test('an IBAN needs its check digits', () => {
    expect(isAccountNumber('DE89370400440532013000')).toBe(true)
    expect(isAccountNumber('DE88370400440532013000')).toBe(false)
    expect(isAccountNumber('DE893704004405320130')).toBe(false)
  })
  test('domestic numbers are digits', () => {
    expect(isAccountNumber('0012345678')).toBe(true)
    expect(isAccountNumber('12')).toBe(false)
    expect(isAccountNumber('12a45678')).toBe(false)
  })
})

describe('wallet addresses', () => {
  const good = [
    ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
    ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
    ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ] as const
  test.each(good)('%s %s', (network, address) => {
    expect(isWalletAddress(network, address)).toBe(true)
  })
  test.each(good)('%s %s with one character changed is refused', (network, address) => {
    const place = address.length - 3
    const changed = `${address.slice(0, place)}${address[place] === 'q' ? 'p' : 'q'}${address.slice(place + 1)}`
    expect(isWalletAddress(network, changed)).toBe(false)
  })
  test('an Ethereum address without its checksum case is refused', () => {
    expect(isWalletAddress('ethereum', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')).toBe(false)
  })
  test('an address of another network is refused', () => {
    expect(isWalletAddress('tron', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBe(false)
  })
})
