import { expect, test } from 'vitest'
import { isCommonPassword } from './common-password.ts'

const own = ['robin.meyer', 'robin.meyer@example.com', 'Adtally']

test.each(
  [
    '!@#$%^&*()',
    'robin.meyer@example.com',
    'Robin.Meyer@example.com1',
    '12345678',
    '123456789',
    '1234567890',
    '00000000',
    '19841224',
    '87654321',
    'password',
    'Password1!',
    'P@ssw0rd',
    'p455w0rd',
    'password123',
    'passwordpassword',
    'qwertyuiop',
    'qwerty123',
    'йцукен123',
    'Фывапролд',
    '1q2w3e4r5t',
    '1qaz2wsx',
    'zaq12wsx',
    'asdfghjkl',
    'abcdefgh',
    'abcd1234',
    'abcabcabc',
    'aaaaaaaaa',
    'iloveyou2',
    'letmein1!',
    'sunshine99',
    'football1',
    'liverpool1',
    'michael1990',
    'superman!!',
    'dragon2024',
    'trustno1',
    'Welcome123',
    'robinmeyer1',
    'Adtally2026',
    'MEYER1990',
    'contraseña1'.normalize('NFD'),
  ].filter((password) => password.length >= 8),
)('%j is refused', (password) => {
  expect(isCommonPassword(password, own)).toBe(true)
})

test.each([
  'quiet river stones',
  'correct horse battery staple',
  'tr0mbone-gravel',
  'kettle under bridge',
  'vX9#mQ2!pLw4',
  '8472915036581',
  'demo river lantern 7',
  'กาแฟร้อนตอนเช้า',
  '雨后的小巷很安静呢',
])('%j is taken', (password) => {
  expect(isCommonPassword(password, own)).toBe(false)
})
