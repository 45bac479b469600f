import { expect, test } from 'vitest'
import { Semaphore } from './semaphore.ts'

function work(started: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<string>()
  const run = () => {
    started.push(name)
    return promise
  }
  return { run, end: () => resolve(name) }
}

test('as many as may run at once, the rest in the order in which they came', async () => {
  const semaphore = new Semaphore({ running_max: 2, waiting_max: 9 })
  const started: string[] = []
  const works = ['a', 'b', 'c', 'd'].map((name) => work(started, name))
  const results = works.map(({ run }) => semaphore.run(run))
  expect(started).toEqual(['a', 'b'])
  works[1]?.end()
  await results[1]
  expect(started).toEqual(['a', 'b', 'c'])
  for (const { end } of works) end()
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd'])
})

test('who finds too many waiting is refused, and nothing of it is begun', async () => {
  const semaphore = new Semaphore({ running_max: 1, waiting_max: 1 })
  const started: string[] = []
  const [a, b, c] = ['a', 'b', 'c'].map((name) => work(started, name))
  if (!a || !b || !c) throw new Error('three works are wanted')
  const results = [semaphore.run(a.run), semaphore.run(b.run)]
  await expect(semaphore.run(c.run)).rejects.toMatchObject({ reason: 'too_many_requests' })
  a.end()
  b.end()
  await Promise.all(results)
  c.end()
  expect(await semaphore.run(c.run)).toBe('c')
  expect(started).toEqual(['a', 'b', 'c'])
})

test('one of them has no more turns at once than each may have, and has them again when one has ended', async () => {
  const semaphore = new Semaphore({ running_max: 1, waiting_max: 9, each_max: 2 })
  const started: string[] = []
  const works = ['a', 'b', 'c', 'd'].map((name) => work(started, name))
  const results = works.slice(0, 2).map(({ run }) => semaphore.run(run, 'ada'))
  const third = works[2]?.run ?? (() => Promise.resolve(''))
  await expect(semaphore.run(third, 'ada')).rejects.toMatchObject({ reason: 'too_many_requests' })
  const of_another = semaphore.run(works[3]?.run ?? third, 'bob')
  for (const { end } of works) end()
  await Promise.all([...results, of_another])
  expect(started).toEqual(['a', 'b', 'd'])
  expect(await semaphore.run(third, 'ada')).toBe('c')
})

test('a work that fails gives its turn back', async () => {
  const semaphore = new Semaphore({ running_max: 1, waiting_max: 0, each_max: 1 })
  const failing = () => Promise.reject(new Error('no paper'))
  await expect(semaphore.run(failing, 'ada')).rejects.toThrow('no paper')
  expect(await semaphore.run(() => Promise.resolve('done'), 'ada')).toBe('done')
})
