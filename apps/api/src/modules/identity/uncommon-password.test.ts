import { isCommonPassword } from '@adtally/contract/common-password.ts'
import { expect, test } from 'vitest'
import { isBreachedPassword, readBreachedPasswords } from '../breached-passwords.ts'
import { Refusal } from '../refusal.ts'
import { requireUncommon } from './uncommon-password.ts'

const list = readBreachedPasswords()

function refuses(password: string): boolean {
  try {
    requireUncommon(password, [])
    return false
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'password_too_common') return true
    throw error
  }
}

test('the three thousand commonest that are long enough make no customer’s password, nor does any other of the list [proof 597]', () => {
  expect(list.length).toBeGreaterThanOrEqual(3_000)
  expect(list.slice(0, 3)).toEqual(['password', '12345678', '123456789'])
  expect(list.filter((password) => !isBreachedPassword(password))).toEqual([])
  expect(list.slice(0, 3_000).every((password) => refuses(password))).toBe(true)
})

test('in any case, and by the list alone where our rules know nothing of it', () => {
  for (const password of ['maverick', 'Maverick', 'BIGDADDY']) {
    expect(isCommonPassword(password, [])).toBe(false)
    expect(refuses(password)).toBe(true)
  }
})

test.each([
  'maverick of the hills',
  'kettle under bridge',
  'password\n12345678',
  '\n',
  'avericks',
  'กาแฟร้อนตอนเช้า',
])('what only holds one, or part of one, is none: %j', (password) => {
  expect(isBreachedPassword(password)).toBe(false)
})
