import { DatabaseError } from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

const CANARY = 'canary-7f3a'

function written(entry: object): string {
  const lines: string[] = []
  const log = createLog({ log_level: 'info' }, { write: (line: string) => void lines.push(line) })
  log.info(entry, 'said')
  return lines.join('')
}

test.each(['password', 'token', 'secret', 'body', 'headers'])(
  '%s is never written, at any depth in use',
  (name) => {
    expect(written({ [name]: CANARY })).not.toContain(CANARY)
    expect(written({ request: { [name]: CANARY } })).not.toContain(CANARY)
    expect(written({ request: { inner: { [name]: CANARY } } })).not.toContain(CANARY)
    expect(written({ other: CANARY })).toContain(CANARY)
  },
)

test('of an error only its name, stack and cause; of PostgreSQL’s nothing that quotes data', () => {
  const cause = new DatabaseError(`invalid input syntax for type uuid: "${CANARY}"`, 1, 'error')
  Object.assign(cause, { code: '22P02', detail: `Key (email)=(${CANARY}) already exists.`, where: CANARY })
  const error = Object.assign(new Error('it failed', { cause }), { request: { words: CANARY } })
  const entry = written({ err: error })
  expect(entry).not.toContain(CANARY)
  expect(JSON.parse(entry).err).toMatchObject({ name: 'Error', cause: { code: '22P02' } })
})

test('control: a plain log writes all of it', () => {
  const lines: string[] = []
  pino({}, { write: (line: string) => void lines.push(line) }).info({ password: CANARY }, 'said')
  expect(lines.join('')).toContain(CANARY)
})
