import { expect, test } from 'vitest'
import { newId } from '../database/identifiers.ts'
import { cutPage, filteredPageOf, keyOf, type Position, pageOf } from './paging.ts'

const rows = [1, 2, 3].map((number) => ({
  number,
  position: { at: `2026-01-01 00:00:0${number}.000001+00`, id: newId() },
}))
const numberOf = ({ number }: { number: number }) => String(number)

test('of one row more than a page holds, it leads on from its own last row', () => {
  expect(cutPage(rows, 2, numberOf)).toEqual({ items: rows.slice(0, 2), next_cursor: '2' })
})

test('a page that holds all that was found is the last, full or not', () => {
  expect(cutPage(rows, 3, numberOf)).toEqual({ items: rows, next_cursor: null })
  expect(cutPage(rows, 4, numberOf)).toEqual({ items: rows, next_cursor: null })
  expect(cutPage([], 2, numberOf)).toEqual({ items: [], next_cursor: null })
})

test('a key is an id where nothing else is said, and none leads to the first page', () => {
  const id = newId()
  const isDigit = (text: string) => /^\d$/.test(text)
  expect([keyOf(id), keyOf(undefined), keyOf('7', isDigit)]).toEqual([id, undefined, '7'])
  for (const refused of [() => keyOf('7'), () => keyOf(''), () => keyOf(id, isDigit)])
    expect(refused).toThrow(
      expect.objectContaining({ reason: 'cursor_invalid', details: { field: 'cursor' } }),
    )
})

/** Reads `rows` as a repository does: after a position, so many at most. */
const found = rows.map(({ number, position }) => ({ row: number, position }))
async function read(after: Position | null, rows_max: number) {
  const start = after === null ? 0 : found.findIndex(({ position }) => position.id === after.id) + 1
  return found.slice(start, start + rows_max)
}

test('pages follow each other until the rows end', async () => {
  const first = await pageOf({ limit: 2 }, read)
  const second = await pageOf({ limit: 2, cursor: first.next_cursor ?? '' }, read)
  expect([first.items, second]).toEqual([[1, 2], { items: [3], next_cursor: null }])
})

test('a page of what is kept leads on from the last row looked at, kept or not', async () => {
  const isOdd = (number: number) => number % 2 === 1
  const first = await filteredPageOf({ limit: 2, looks: 2 }, isOdd, read)
  const second = await filteredPageOf({ limit: 2, looks: 2, cursor: first.next_cursor ?? '' }, isOdd, read)
  expect([first.items, second]).toEqual([[1], { items: [3], next_cursor: null }])
})
