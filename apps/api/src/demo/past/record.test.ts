import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../testing/servers/test-folder.ts'
import { PastRecord } from './record.ts'

test('an act that is done is not done again by the next start; one that failed is', async () => {
  const path = join(testFolder(), 'past.json')
  const done: string[] = []
  const first = new PastRecord(path, 5_000)
  await first.once('a plan', async () => void done.push('a plan'))
  await expect(first.once('a draft', () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off')
  const next = new PastRecord(path, 90_000)
  expect([next.began_at_ms, next.day]).toEqual([5_000, 0])
  for (const name of ['a plan', 'a draft']) await next.once(name, async () => void done.push(name))
  expect(done).toEqual(['a plan', 'a draft'])
  await next.nextDay()
  expect(new PastRecord(path, 0).day).toBe(1)
})
