import { expect, it } from 'vitest'
import { accepted, typed } from './amount-typing.ts'

it('takes a comma for the point where the language does, and for grouping elsewhere', () => {
  expect(accepted('250', '250,', ',')).toBe('250.')
  expect(accepted('', '1.250,50', ',')).toBe('1250.50')
  expect(accepted('250', '250.', ',')).toBe('250.')
  expect(accepted('250', '250,')).toBe('250')
  expect(accepted('', '1,250.50')).toBe('1250.50')
})

it('changes nothing by what makes no amount', () => {
  expect(accepted('2.50', '2.505', ',')).toBe('2.50')
  expect(accepted('2.50', '2,50,', ',')).toBe('2.50')
  expect(typed('2.50', '.')).toBe('2.50')
})
