import { expect, test } from 'vitest'
import { canonicalLicenceCode, newLicenceCode } from './licence-code.ts'

test('a new code is grouped, unambiguous and never the same', () => {
  const codes = Array.from({ length: 1_000 }, newLicenceCode)
  for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(new Set(codes).size).toBe(1_000)
})

test.each([
  'ABCD-EFGH-JKMN-0123',
  'abcd efgh jkmn 0123',
  'ABCDEFGHJKMN0123',
  ' abcd–efgh–jkmn–oi23 ',
  'ABCD_EFGH.JKMN-OL23',
])('%j is the same code', (typed) => {
  expect(canonicalLicenceCode(typed)).toBe('ABCDEFGHJKMN0123')
})

test.each([
  '',
  'ABCD',
  'ABCD-EFGH-JKMN-012',
  'ABCD-EFGH-JKMN-01234',
  'ABCD-EFGH-JKMN-012U',
  'ABCD-EFGH-JKMN-012é',
  '\0',
])('%j is no code', (typed) => {
  expect(canonicalLicenceCode(typed)).toBeNull()
})
