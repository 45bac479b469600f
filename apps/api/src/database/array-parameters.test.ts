import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../testing/servers/test-database.ts'
import {
  bigintArray,
  byteaArray,
  integerArray,
  jsonbArray,
  literalArray,
  textArray,
  timeArray,
  uuidArray,
} from './array-parameters.ts'
import { newId } from './identifiers.ts'

const db = await testDatabase()
afterAll(() => db.close())

/** The value that the database reads from a parameter of this type. */
async function read(parameter: Buffer | string, type: string): Promise<unknown> {
  const { rows } = await db.database.transaction({ kind: 'system' }, (tx) =>
    sql<{ value: unknown }>`select ${parameter}::${sql.raw(type)} as value`.execute(tx),
  )
  return rows[0]?.value
}

const TEXTS = ['', 'plain', 'null', 'NULL', '{a,b}', 'a "quote"', 'back\\slash', 'ภาษาไทย 😀', null, ' ']
const ids = [newId(), newId()]
const TIMES = ['1969-12-31T23:59:59.999Z', '2000-01-01T00:00:00.000Z', '2026-11-22T10:20:30.123Z'].map(
  (text) => new Date(text),
)

test.each([
  ['text[]', textArray(TEXTS), TEXTS],
  ['text[]', literalArray(TEXTS), TEXTS],
  ['uuid[]', uuidArray([...ids, null]), [...ids, null]],
  ['integer[]', integerArray([0, -1, 2_147_483_647, null]), [0, -1, 2_147_483_647, null]],
  ['bigint[]', bigintArray([0n, -1n, 2n ** 63n - 1n, null]), [0n, -1n, 2n ** 63n - 1n, null]],
  ['timestamptz[]', timeArray(TIMES), TIMES],
  [
    'bytea[]',
    byteaArray([Buffer.from([0, 255, 92]), Buffer.alloc(0)]),
    [Buffer.from([0, 255, 92]), Buffer.alloc(0)],
  ],
  ['jsonb[]', jsonbArray([{ a: ['"', '😀'] }, null, 'x', 1]), [{ a: ['"', '😀'] }, null, 'x', 1]],
  ['text[]', textArray([]), []],
  ['jsonb[]', jsonbArray([]), []],
])('the database reads the %s that was written', async (type, parameter, values) => {
  expect(await read(parameter, type)).toEqual(values)
})

test('an array of another type is refused instead of being read as what it is not', async () => {
  await expect(read(textArray(['a']), 'bytea[]')).rejects.toThrow(/element type|incorrect binary/)
})
