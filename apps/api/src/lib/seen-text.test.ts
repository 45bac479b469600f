import { text } from '@adtally/contract/fields.ts'
import { shownName } from '@adtally/contract/identity/shown-name.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { parseInput } from './parse-input.ts'
import { asSeen } from './seen-text.ts'

const form = z.strictObject({
  grounds: text(20),
  note: z.optional(text(20)),
  titles: z.optional(z.record(z.string(), text(20))),
  lines: z.optional(z.array(text(20))),
  password: z.optional(z.string().check(z.minLength(1))),
})

const reasonOf = (input: unknown) => {
  try {
    return parseInput(form, input)
  } catch (error) {
    return Object(error).reason
  }
}

test.each([
  ['zero-width space', 'in\u200bvalid', 'invalid'],
  ['right-to-left override', '\u202e00.1 is owed', '00.1 is owed'],
  ['isolates', '\u2066a\u2069', 'a'],
  ['marks of direction', 'a\u200eb\u200fc\u061cd', 'abcd'],
  ['byte order mark', '\ufeffa', 'a'],
  ['soft hyphen', 'a\u00adb', 'ab'],
  ['escape of a terminal', '\u001b[31mred', '[31mred'],
  ['joiner with nothing to join', 'a\u200db', 'ab'],
  ['letters drawn as nothing', 'a\u3164\u2800b', 'ab'],
  ['tag letters', 'a\u{e0041}b', 'ab'],
  ['line ends of other systems', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
])('free text is kept as it is seen: %s [proof 1100]', (_what, given, kept) => {
  expect(parseInput(form, { grounds: given })).toEqual({ grounds: kept })
})

test.each(['Ada Лавлейс, 山田　太郎 and สมชาย ใจดี', 'Nguyễn\tThị\nHồng', '👩‍💻 ❤️ 👨🏽‍🚀 1️⃣'])(
  'the control: %j stays',
  (given) => {
    expect(asSeen(given)).toBe(given)
  },
)

test('wherever it stands, and what is nothing then is missing; passwords and names have rules of their own', () => {
  const hidden = 'a\u200b'
  const whole = { grounds: hidden, note: hidden, titles: { en: hidden }, lines: [hidden], password: hidden }
  expect(parseInput(form, whole)).toEqual({
    ...{ grounds: 'a', note: 'a', titles: { en: 'a' }, lines: ['a'] },
    password: hidden,
  })
  expect(reasonOf({ grounds: '\u200b\u202e' })).toBe('field_required')
  const named = () => parseInput(z.strictObject({ nickname: shownName }), { nickname: 'Ro\u200bbin' })
  expect(named).toThrow(expect.objectContaining({ reason: 'name_unreadable' }))
})

test('input deeper than any schema is refused as what it is', () => {
  const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
  expect(reasonOf({ grounds: deep })).toBe('field_invalid')
  expect(reasonOf({ grounds: 'a', lines: [deep] })).toBe('field_invalid')
  expect(() => parseInput(z.strictObject({ count: z.number() }), { count: deep })).toThrow(
    expect.objectContaining({ reason: 'field_invalid' }),
  )
})
