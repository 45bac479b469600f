import { expect, test } from 'vitest'
import { explainEnd } from './explain-end.ts'
import { StartError } from './start-error.ts'

const full = Object.assign(new Error('could not extend file "base/1/2": No space left on device'), {
  code: '53100',
})
const lost = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })
const PANIC = 'could not write to file "pg_wal/xlogtemp.12": No space left on device'

test.each([
  ['a statement that found no room', full, null],
  ['what was told of such a statement', new StartError('Migration 120 failed.', { cause: full }), null],
  ['a connection lost to a server that gave up', lost, PANIC],
  ['what was told of such a connection', new StartError('Routine x failed.', { cause: lost }), PANIC],
])('%s is a sentence that says what helps', (_what, error, gave_up) => {
  const explained = explainEnd(error, gave_up)
  expect(explained).toBeInstanceOf(StartError)
  expect(String(explained)).toMatch(
    /PostgreSQL gave up: .*No space left on device; free some space on its disk, .*\.$/,
  )
})

test('any other end is told as it was', () => {
  const refused = new StartError('The port 8080 is taken.')
  expect(explainEnd(refused, PANIC)).toBe(refused)
  expect(explainEnd(lost)).toBe(lost)
})
