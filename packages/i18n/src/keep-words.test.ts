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

  it('keep a figure with its unit, and what stands between two parts with the first', () => {
    const catalogue = {
      a: 'in {wait_hours} Stunden, etwa 30-50 in 7 Tagen, {n, plural, one {# Tag} other {# Tagen}}',
      b: '{amount} {currency} · je {count, plural, one {# Conversion} other {# Conversions}}',
    }
    expect(keepWords('de', catalogue)).toEqual({
      a: 'in {wait_hours}\u00a0Stunden, etwa 30-\u206050 in 7\u00a0Tagen, {n, plural, one {#\u00a0Tag} other {#\u00a0Tagen}}',
      b: '{amount}\u00a0{currency}\u00a0· je {count, plural, one {# Conversion} other {# Conversions}}',
    })
    expect(keepWords('en', catalogue)).toBe(catalogue)
  })

  it.each(LANGUAGES)('leave the texts of %s as they read', (language) => {
    const catalogue = readCatalogue(language, 'app')
    const read = (texts: unknown) => JSON.stringify(texts).replaceAll('\u2060', '').replaceAll('\u00a0', ' ')
    expect(read(keepWords(language, catalogue))).toBe(read(catalogue))
  })
})
