import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PastRecord } from './record.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adtally-record-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('an act that is done is not done again by the next start; one that failed is', async () => {
  const path = join(folder, 'past.json')
  const done: string[] = []
  const first = new PastRecord(path, 5_000)
  await first.once('a plan', async () => void done.push('a plan'))
  await expect(first.once('a draft', () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off')
  const next = new PastRecord(path, 90_000)
  expect([next.began_at_ms, next.day]).toEqual([5_000, 0])
  for (const name of ['a plan', 'a draft']) await next.once(name, async () => void done.push(name))
  expect(done).toEqual(['a plan', 'a draft'])
  next.nextDay()
  expect(new PastRecord(path, 0).day).toBe(1)
})
