import { expect, test } from 'vitest'
import { plantTree } from '../../tree.ts'
import { errorsSayWhatHappened } from './errors.ts'

const found = (text: string) => errorsSayWhatHappened(plantTree({ 'apps/api/src/a.ts': text })).length

test('an error that says what happened is left alone', () => {
  expect(found("throw new Error('The folder could not be read')")).toBe(0)
  expect(found('throw new StartError(`Port 80 is in use; set PORT to another.`)')).toBe(0)
  expect(found('throw new Refusal("too many")')).toBe(0)
})

test('one without a verb is found, whatever its class and however it is written', () => {
  expect(found("throw new Error('too deep')")).toBe(1)
  expect(found('throw new RangeError(\n  `no month`,\n)')).toBe(1)
})
