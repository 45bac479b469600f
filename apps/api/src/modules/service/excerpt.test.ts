import { expect, test } from 'vitest'
import { excerpt } from './excerpt.ts'

test('a message that is told of only in part says so [proof 544]', () => {
  const told = excerpt('Nobody may ask you to pay for a withdrawal: if somebody does, tell us.', 50)
  expect(told).toBe('Nobody may ask you to pay for a withdrawal: if…')
  expect(excerpt('Nobody may ask you to pay for a withdrawal: if somebody does, tell us.', 44)).toBe(
    'Nobody may ask you to pay for a withdrawal…',
  )
})

test('what fits is told as it is', () => {
  expect(excerpt('good day', 8)).toBe('good day')
})

test('a text without spaces is cut where it has to be, and no letter in half', () => {
  expect(excerpt('提'.repeat(20), 10)).toBe(`${'提'.repeat(9)}…`)
  expect(excerpt('😀'.repeat(20), 10)).toBe(`${'😀'.repeat(9)}…`)
})
