import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../testing/servers/test-folder.ts'
import { lastPanic, logLength } from './postmaster.ts'

test('why a server gave up is its last panic since the start, whatever it said before and afterwards', () => {
  const location = { home: testFolder() }
  const log_path = join(location.home, 'postgres.log')
  expect(logLength(location)).toBe(0)
  expect(lastPanic(location, 0)).toBeNull()
  writeFileSync(log_path, '2026-11-23 21:00:00 UTC [11] PANIC:  an older trouble\n')
  const said_before = logLength(location)
  expect(lastPanic(location, said_before)).toBeNull()
  appendFileSync(
    log_path,
    [
      '2026-11-23 21:00:01 UTC [12] PANIC:  could not write to file "pg_wal/xlogtemp.12": No space left on device',
      '2026-11-23 21:00:01 UTC [10] LOG:  client backend (PID 12) was terminated by signal 6: Aborted',
      '2026-11-23 21:00:02 UTC [13] FATAL:  the database system is in recovery mode',
    ].join('\n'),
  )
  expect(lastPanic(location, said_before)).toBe(
    'could not write to file "pg_wal/xlogtemp.12": No space left on device',
  )
})
