import { expect, test } from 'vitest'
import { readOnNotice } from './read-on-notice.ts'

/** A channel whose notices a test gives. */
function channel() {
  const receivers: ((payload: string) => void)[] = []
  const listen = async (_channel: string, receive: (payload: string) => void) => {
    receivers.push(receive)
    return async () => {}
  }
  const notify = () => {
    for (const receive of receivers) receive('')
  }
  return { database: { listen }, notify }
}

test('one reading follows another, so that a slow older one never takes the place of a newer', async () => {
  const { database, notify } = channel()
  const kept: number[] = []
  const release: (() => void)[] = []
  let begun = 0
  const read = async () => {
    const number = ++begun
    await new Promise<void>((resolve) => release.push(resolve))
    kept.push(number)
  }
  const opened = readOnNotice({ database }, 'news', read, () => {})
  await expect.poll(() => begun).toBe(1)
  notify()
  notify()
  // Had the second begun beside the first, it could be kept before it.
  expect(begun).toBe(1)
  for (const number of [1, 2, 3]) {
    await expect.poll(() => release.length).toBe(number)
    release[number - 1]?.()
  }
  await opened
  await expect.poll(() => kept).toEqual([1, 2, 3])
})

test('the first reading that fails is thrown; a later one is told, and the next is tried', async () => {
  const broken = async () => {
    throw new Error('no answer')
  }
  await expect(readOnNotice(channel(), 'news', broken, () => {})).rejects.toThrow('no answer')
  const { database, notify } = channel()
  const failures: unknown[] = []
  let readings = 0
  const read = async () => {
    readings += 1
    if (readings === 2) throw new Error('no answer')
  }
  await readOnNotice({ database }, 'news', read, (error) => failures.push(error))
  notify()
  notify()
  await expect.poll(() => readings).toBe(3)
  expect(failures).toHaveLength(1)
})
