import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { keywordList, readKeywords } from './keywords.ts'

test('words that people write in different ways are one word [proof 960]', () => {
  expect(readKeywords('Chess, board  Games ,chess,,')).toEqual(['board games', 'chess'])
  // The same letters, composed and not.
  expect(readKeywords('Schlo\u0308sser')).toEqual(readKeywords('schl\u00f6sser'))
  expect(readKeywords('')).toEqual([])
})

test('too many words and too long ones are refused', () => {
  const reasonOf = (list: string) => {
    const { data, error } = z.safeParse(keywordList, list)
    return data ?? error?.issues[0]?.message
  }
  const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(',')
  expect(reasonOf(words(20))).toHaveLength(20)
  expect(reasonOf(words(21))).toBe('field_too_long')
  expect(reasonOf('x'.repeat(40))).toEqual(['x'.repeat(40)])
  expect(reasonOf('x'.repeat(41))).toBe('field_too_long')
})
