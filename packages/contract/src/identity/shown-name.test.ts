import { expect, test } from 'vitest'
import { shownName } from './shown-name.ts'

const reasonOf = (name: string) => shownName.safeParse(name).error?.issues[0]?.message

test.each([
  ['zero-width space alone', '\u200b'],
  ['zero-width space within', 'Ro\u200bbin'],
  ['right-to-left override', '\u202eRobin'],
  ['isolate', '\u2066Robin'],
  ['word joiner', 'Ro\u2060bin'],
  ['soft hyphen', 'Ro\u00adbin'],
  ['grapheme joiner', 'Ro\u034fbin'],
  ['Hangul filler', '\u3164'],
  ['Hangul letter that is drawn as nothing', '\u115f'],
  ['blank of Braille', '\u2800\u2800'],
  ['NUL', 'Ro\0bin'],
  ['escape', 'Ro\u001bbin'],
  ['private use', 'Robin\ue000'],
  ['tag letters', 'Robin\u{e0041}'],
  ['half an emoji', 'Robin \ud83d'],
  ['joiner with nothing to join', 'Robin\u200d'],
  ['signs alone', '...'],
  ['marks upon marks', 'Z\u0301\u0301\u0301\u0301alba'],
  ['Cyrillic in Latin', 'R\u043ebin'],
  ['Latin in Cyrillic', 'Але\u006bсандр'],
  ['Greek in Latin', 'R\u03bfbin'],
  ['Cherokee in Latin', 'Rob\u13a5n'],
])('what can’t be seen or looks like another name is none: %s [proof 619]', (_what, name) => {
  expect(reasonOf(name)).toBe('name_unreadable')
})

test.each([
  'Robin',
  'Jean-Luc O’Neil',
  'José'.normalize('NFD'),
  'Nguyễn Thị Hồng',
  'Ада Лавлейс',
  'Ada Лавлейс',
  'Ελένη',
  '山田　太郎',
  '李Ada',
  '김민수',
  '한국Kim',
  'สมชาย ใจดี',
  'ปู่ย่า ที่นี่',
  '7',
  '😀',
  '❤️ Ada',
  '👩‍💻 Mei',
  '👨🏽‍🚀',
])('the control: %s is one', (name) => {
  expect(reasonOf(name)).toBeUndefined()
})

test('spaces are single, and letters composed', () => {
  expect(shownName.parse('  山田　　太郎\n')).toBe('山田 太郎')
  expect(shownName.parse('José'.normalize('NFD'))).toBe('José'.normalize('NFC'))
})

test('it has one character at least, and forty at most', () => {
  expect(reasonOf(' \n ')).toBe('field_required')
  expect(reasonOf('n'.repeat(41))).toBe('field_too_long')
  expect(reasonOf('n'.repeat(40))).toBeUndefined()
})
