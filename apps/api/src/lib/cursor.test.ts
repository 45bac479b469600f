import { expect, test } from 'vitest'
import { isId, newId } from '../database/identifiers.ts'
import { is, isWhole, readCursor, writeCursor } from './cursor.ts'

const id = newId()

test('a position is read as it was written', () => {
  expect(readCursor(writeCursor('profit', -12n, id), is('profit'), isWhole, isId)).toEqual([
    'profit',
    '-12',
    id,
  ])
})

test.each([
  ['of another list', writeCursor('newest', 1n, id)],
  ['with a part that is not what it is asked to be', writeCursor('profit', '1e3', id)],
  ['with too few parts', writeCursor('profit', 1n)],
  ['with too many parts', writeCursor('profit', 1n, id, 1n)],
  ['with a whole number beyond what the database holds', writeCursor('profit', '9'.repeat(19), id)],
  ['that nobody wrote', 'profit|1'],
  ['that is empty', ''],
])('a position %s is refused', (_, cursor) => {
  expect(() => readCursor(cursor, is('profit'), isWhole, isId)).toThrow(
    expect.objectContaining({ reason: 'cursor_invalid', details: { field: 'cursor' } }),
  )
})
