import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type GroupCommit, type GroupCommitLimits, groupCommit } from './group-commit.ts'

const LIMITS: GroupCommitLimits = { batch_max: 512, queue_max: 1_000, in_flight_max: 2 }

it('takes callers that come at once in two halves', async () => {
  const { queue, sizes } = held()
  add(queue, 256)
  await setImmediate()
  expect(sizes()).toEqual([128, 128])
})

it('takes half of all that is out beside a smaller batch, so that the two become equal', async () => {
  const { queue, sizes, answerFirst } = held()
  add(queue, 20)
  await setImmediate()
  add(queue, 236)
  await setImmediate()
  expect(sizes()).toEqual([20, 128])
  await answerFirst()
  expect(sizes()).toEqual([20, 128, 108])
})

it('lets a batch wait beside another until it is worth its commit, and go alone whatever its size', async () => {
  const { queue, sizes, answerFirst } = held()
  add(queue, 1)
  await setImmediate()
  add(queue, 95)
  await setImmediate()
  expect(sizes()).toEqual([1])
  add(queue, 1)
  await setImmediate()
  expect(sizes()).toEqual([1, 96])
  add(queue, 2)
  await answerFirst()
  expect(sizes()).toEqual([1, 96])
  await answerFirst()
  expect(sizes()).toEqual([1, 96, 2])
})

it('lets what waits leave beside a batch that is late, however little, and no third beside two', async () => {
  const { queue, sizes, answerFirst, late, watched } = held()
  add(queue, 1)
  await setImmediate()
  add(queue, 2)
  await setImmediate()
  expect(sizes()).toEqual([1])
  late(0)
  expect(sizes()).toEqual([1, 2])
  late(1)
  add(queue, 3)
  await setImmediate()
  expect(sizes()).toEqual([1, 2])
  await answerFirst()
  expect(sizes()).toEqual([1, 2, 3])
  await answerFirst()
  add(queue, 4)
  await setImmediate()
  expect(sizes(), 'the batch in flight is not late').toEqual([1, 2, 3])
  await answerFirst()
  expect(sizes()).toEqual([1, 2, 3, 4])
  await answerFirst()
  await queue.close()
  expect(watched(), 'no clock is left running').toBe(0)
})

it('takes all that waits where one batch is in flight at a time, and none beside one that is late [proof 732]', async () => {
  const { queue, sizes, answerFirst, late } = held({ ...LIMITS, in_flight_max: 1 })
  add(queue, 20)
  await setImmediate()
  add(queue, 236)
  await setImmediate()
  late(0)
  expect(sizes()).toEqual([20])
  await answerFirst()
  expect(sizes()).toEqual([20, 236])
  await answerFirst()
  await queue.close()
})

it('keeps to its bounds: acts in a batch, batches in flight, acts that wait', async () => {
  const { queue, sizes } = held({ ...LIMITS, batch_max: 100, queue_max: 300 })
  add(queue, 300)
  await setImmediate()
  expect(sizes()).toEqual([100, 100])
  add(queue, 200)
  expect(queue.add(null)).toBe(false)
})

it('closes once all that was queued is told, and takes no more', async () => {
  const { queue, told, answerFirst } = held()
  add(queue, 3)
  const closed = queue.close()
  expect(queue.add(null)).toBe(false)
  await setImmediate()
  await answerFirst()
  await closed
  expect(told()).toBe(3)
})

/** A group commit whose batches the test answers, in the order in which they left. */
function held(limits = LIMITS) {
  const batches: number[] = []
  const answers: (() => void)[] = []
  const clocks: (() => void)[] = []
  let told = 0
  let watched = 0
  async function commit(batch: readonly null[]): Promise<() => void> {
    batches.push(batch.length)
    await new Promise<void>((resolve) => answers.push(resolve))
    return () => {
      told += batch.length
    }
  }
  const queue = groupCommit<null>(limits, commit, (late) => {
    clocks.push(late)
    watched += 1
    return () => {
      watched -= 1
    }
  })
  return {
    queue,
    sizes: () => batches,
    told: () => told,
    /** How many batches have a running timer. */
    watched: () => watched,
    /** Declares the batch with this index late. */
    late: (index: number) => clocks[index]?.(),
    async answerFirst() {
      answers.shift()?.()
      await setImmediate()
    },
  }
}

function add(queue: GroupCommit<null>, acts: number): void {
  for (let count = 0; count < acts; count += 1) queue.add(null)
}
