import { LANGUAGES } from '@adtally/contract/enums.ts'
import { describe, expect, it } from 'vitest'
import { keepWords } from './keep-words.ts'
import { readCatalogue } from './read-catalogue.ts'

describe('words that a browser would part at the end of a line', () => {
  it('are kept whole wherever a text has them', () => {
    const kept = keepWords('th', { plan: { one: 'คอนเวอร์ชันละ {amount} ต่อคอนเวอร์ชัน', other: 'แผน' } })
    expect(kept).toEqual({
      plan: { one: 'คอน\u2060เวอร์ชันละ {amount} ต่อคอน\u2060เวอร์ชัน', other: 'แผน' },
    })
  })

  it('keep Thai’s sign of repetition, and “not”, with the word they belong to', () => {
    const kept = keepWords('th', { a: 'การแก้ไขใด ๆ', b: 'คลิกที่ไม่ผ่านเกณฑ์ ที่ผ่านเกณฑ์' })
    expect(kept).toEqual({
      a: 'การแก้ไขใด\u00a0ๆ',
      b: 'คลิกที่ไม่\u2060ผ่าน\u2060เกณฑ์ ที่ผ่าน\u2060เกณฑ์',
    })
  })

  it.each(LANGUAGES)('leave the texts of %s as they read', (language) => {
    const catalogue = readCatalogue(language, 'app')
    const read = (texts: unknown) =>
      JSON.stringify(texts).replaceAll('\u2060', '').replaceAll('\u00a0ๆ', ' ๆ')
    expect(read(keepWords(language, catalogue))).toBe(read(catalogue))
    if (language !== 'th') expect(keepWords(language, catalogue)).toBe(catalogue)
  })
})
