import { isCommonPassword } from '@adtally/contract/identity/common-password.ts'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../refusal.ts'
import { isBreachedPassword, readBreachedPasswords } from './breached-passwords.ts'
import { isDictionaryPassword } from './dictionary-passwords.ts'
import { requireUncommon } from './uncommon-password.ts'

const list = readBreachedPasswords()

function refuses(password: string, own: readonly string[] = []): boolean {
  try {
    requireUncommon(password, own)
    return false
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'password_too_common') return true
    throw error
  }
}

test('the three thousand commonest that are long enough make nobody’s password, nor does any other of the list [proof 597]', () => {
  expect(list.length).toBeGreaterThanOrEqual(3_000)
  expect(list.slice(0, 3)).toEqual(['password', '12345678', '123456789'])
  expect(list.filter((password) => !isBreachedPassword(password))).toEqual([])
  expect(list.slice(0, 3_000).every((password) => refuses(password))).toBe(true)
})

test.each([
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  'qwertyuiop[]',
  '12345678901234',
  'Password2026!',
  'passwordpassword',
])('%s, which our rules of common passwords name, is nobody’s [proof 1438]', (password) => {
  expect(refuses(password)).toBe(true)
})

test('nor is what is known of whose it is, with what people add [proof 1462]', () => {
  const own = ['nina.finance', 'owner@lantern-bay.example', 'Adtally']
  for (const password of ['ninafinance12', 'Lantern-Bay-99', 'adtally-adtally', 'nina.finance!!'])
    expect([password, refuses(password, own), refuses(password)]).toEqual([password, true, false])
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

describe('one common word of the twelve languages', () => {
  const WORDS = [
    'wonderful',
    'Schokolade',
    'bonjour',
    'contraseña',
    'obrigado',
    'пароль',
    'パスワード',
    '비밀번호',
    '密码',
    '密碼',
    'รหัสผ่าน',
    'người',
  ]
  const reversed = (word: string) => [...word].reverse().join('')
  const forms = (word: string) => [
    `${word}123`,
    `${word.toUpperCase()}!2024`,
    `12${word}!!`,
    `${reversed(word)}1`,
    `${reversed(word.toUpperCase())}#99`,
  ]

  test.each(WORDS)(
    '%s makes no password, in any case, reversed, nor with digits and signs around it [proof 618]',
    (word) => {
      expect(forms(word).filter((password) => !isDictionaryPassword(password))).toEqual([])
    },
  )

  test('nor without its accents, nor from the other end: what was taken once', () => {
    for (const password of ['пароль123', 'drowssap1', 'contrasena12', 'nguoi1234', 'любовь77']) {
      expect(refuses(password), password).toBe(true)
    }
  })

  test.each([
    'quiet river stones',
    'correct horse battery staple',
    'wonderful-lantern',
    'wonderful 8472915',
    'пароль другого человека',
    '8472915036581',
    'กาแฟร้อนตอนเช้า',
    '雨后的小巷很安静呢',
    'vX9#mQ2!pLw4',
  ])('is not what has more than one, or more than six digits and signs: %j', (password) => {
    expect(isDictionaryPassword(password)).toBe(false)
  })
})
