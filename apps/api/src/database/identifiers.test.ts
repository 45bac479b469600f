import { expect, test } from 'vitest'
import { isId, newId } from './identifiers.ts'

test('new ids are UUIDs v7, unique, and in the order of making', () => {
  const before_ms = Date.now()
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids.every(isId)).toBe(true)
  expect(ids.every((id) => id[14] === '7')).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
  const first_ms = Number.parseInt(ids[0]?.replace('-', '').slice(0, 12) ?? '', 16)
  expect(first_ms).toBeGreaterThanOrEqual(before_ms)
  expect(first_ms).toBeLessThanOrEqual(Date.now())
})

test('control: their random ends differ, so that two processes never make the same', () => {
  const ends = Array.from({ length: 2_000 }, () => newId().slice(-8))
  expect(new Set(ends).size).toBeGreaterThan(1_990)
})
