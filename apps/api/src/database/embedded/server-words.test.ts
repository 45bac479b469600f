import { expect, test } from 'vitest'
import { serverWords } from './server-words.ts'

test.each([
  [
    'initdb: error: could not look up effective user ID 23457: user does not exist\n',
    /user does not exist; .* a line in \/etc\/passwd/,
  ],
  [
    'creating configuration files ... initdb: error: could not write file "x": No space left on device',
    /left on device; free some space/,
  ],
  [
    'FATAL:  could not resize shared memory segment "/PostgreSQL.1" to 1048576 bytes: No space left on device\n\nHINT:  x.',
    /HINT: x; give the folder of shared memory/,
  ],
  [
    'could not extend file "base/16400/20172": wrote only 4096 of 8192 bytes at block 0',
    /at block 0; No space left on device: free some space/,
  ],
  ['FATAL:  something else.\n', /^FATAL: something else$/],
])('PostgreSQL says %j', (said, expected) => {
  expect(serverWords(said)).toMatch(expected)
})
