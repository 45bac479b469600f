import { expect, test } from 'vitest'
import { foldName } from './name-folding.ts'

test.each([
  ['Jane Doé', 'DOE, JANE'],
  ['Ana María López', 'LOPEZ ANA MARIA'],
  ["Seán O'Neill", 'ONEILL SEAN'.replace('ONEILL', "O'NEILL")],
  ['Björn  Åkesson', 'AKESSON BJORN'],
])('%j is %j', (name, other) => {
  expect(foldName(name)).toBe(foldName(other))
})

test('other people are other people', () => {
  expect(foldName('Jane Doe')).not.toBe(foldName('Jane Dole'))
  expect(foldName('!?')).toBe('')
})
