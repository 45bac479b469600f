import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

/** A work that ends when it is told to. */
function work(started: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<string>()
  const run = () => {
    started.push(name)
    return promise
  }
  return { run, end: () => resolve(name) }
}

test('as many as may run at once, the rest in the order in which they came', async () => {
  const turns = new Turns({ running_max: 2, waiting_max: 9 })
  const started: string[] = []
  const works = ['a', 'b', 'c', 'd'].map((name) => work(started, name))
  const results = works.map(({ run }) => turns.take(run))
  expect(started).toEqual(['a', 'b'])
  works[1]?.end()
  await results[1]
  expect(started).toEqual(['a', 'b', 'c'])
  for (const { end } of works) end()
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd'])
})

test('who finds too many waiting is refused, and nothing of it is begun', async () => {
  const turns = new Turns({ running_max: 1, waiting_max: 1 })
  const started: string[] = []
  const [a, b, c] = ['a', 'b', 'c'].map((name) => work(started, name))
  if (!a || !b || !c) throw new Error('three works are wanted')
  const results = [turns.take(a.run), turns.take(b.run)]
  await expect(turns.take(c.run)).rejects.toMatchObject({ reason: 'too_many_requests' })
  a.end()
  b.end()
  await Promise.all(results)
  c.end()
  expect(await turns.take(c.run)).toBe('c')
  expect(started).toEqual(['a', 'b', 'c'])
})

test('one of them has no more turns at once than each may have, and has them again when one has ended', async () => {
  const turns = new Turns({ running_max: 1, waiting_max: 9, each_max: 2 })
  const started: string[] = []
  const works = ['a', 'b', 'c', 'd'].map((name) => work(started, name))
  const results = works.slice(0, 2).map(({ run }) => turns.take(run, 'ada'))
  const third = works[2]?.run ?? (() => Promise.resolve(''))
  await expect(turns.take(third, 'ada')).rejects.toMatchObject({ reason: 'too_many_requests' })
  const of_another = turns.take(works[3]?.run ?? third, 'bob')
  for (const { end } of works) end()
  await Promise.all([...results, of_another])
  expect(started).toEqual(['a', 'b', 'd'])
  expect(await turns.take(third, 'ada')).toBe('c')
})

test('a work that fails gives its turn back', async () => {
  const turns = new Turns({ running_max: 1, waiting_max: 0, each_max: 1 })
  const failing = () => Promise.reject(new Error('no paper'))
  await expect(turns.take(failing, 'ada')).rejects.toThrow('no paper')
  expect(await turns.take(() => Promise.resolve('done'), 'ada')).toBe('done')
})
