import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readBreachedPasswords } from '../../../lib/breached-passwords.ts'
import { staffPassword } from './staff-fields.ts'

test('no password that breaches held is one of staff, where it is long enough for theirs [proof 600]', () => {
  const long = readBreachedPasswords().filter(({ length }) => length >= 12)
  expect(long.length).toBeGreaterThan(100)
  expect(long.filter((password) => z.safeParse(staffPassword, password).success)).toEqual([])
  expect(z.safeParse(staffPassword, 'kettle under bridge').success).toBe(true)
})

test.each([
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  'qwertyuiop[]',
  '12345678901234',
  'Password2026!',
  'passwordpassword',
])('%s, which our rules of common passwords name, is none of staff [proof 1438]', (password) => {
  expect(z.safeParse(staffPassword, password).success).toBe(false)
})
