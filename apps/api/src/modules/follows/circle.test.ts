import { afterAll, expect, test } from 'vitest'
import { reasonOf } from '../../testing/reason-of.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { followFree, type Operator, operator } from './testing/follow-world.ts'

const ROUNDS = 12

const t = await testServices()
afterAll(() => t.close())

async function operators(count: number): Promise<Operator[]> {
  const made: Operator[] = []
  for (let index = 0; index < count; index += 1) made.push(await operator(t))
  return made
}

/** Everybody starts to follow the next person, the last one the first, all at once; counts those accepted. */
async function followInCircle(size: number): Promise<{ accepted: number; refused: string[] }> {
  const people = await operators(size)
  const reasons = await Promise.all(
    people.map((one, index) => {
      const next = people[(index + 1) % size] ?? one
      return reasonOf(followFree(t, one, next))
    }),
  )
  return {
    accepted: reasons.filter((reason) => reason === 'ok').length,
    refused: reasons.filter((reason) => reason !== 'ok'),
  }
}

test('A → B and B → A at once: one of them is refused, each time', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    expect(await followInCircle(2)).toEqual({ accepted: 1, refused: ['follow_circle'] })
  }
})

test('nor does a longer circle close', async () => {
  for (let round = 0; round < ROUNDS / 4; round += 1) {
    expect(await followInCircle(4)).toEqual({ accepted: 3, refused: ['follow_circle'] })
  }
})

test('control: without the lock circles close', async () => {
  await t.db.asOwner("create or replace function follows.lock_circle() returns void language sql as 'select'")
  let closed = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    if ((await followInCircle(2)).accepted === 2) closed += 1
  }
  expect(closed).toBeGreaterThan(0)
})
