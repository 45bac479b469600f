import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type GroupCommit, groupCommit } from './group-commit.ts'
import { LedgerBusy } from './ledger-fault.ts'

interface Act {
  accounts: string[]
}

let next = 0

const LIMITS = { batch_max: 512, queue_max: 1_000 }

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

it('keeps to its bounds: acts in a batch, batches in flight, acts that wait', async () => {
  const { queue, sizes } = held({ batch_max: 100, queue_max: 300 })
  add(queue, 300)
  await setImmediate()
  expect(sizes()).toEqual([100, 100])
  add(queue, 200)
  expect(() => add(queue, 1)).toThrow(LedgerBusy)
})

it('leaves out beside another batch what touches the same, which goes with the next', async () => {
  const { queue, sizes, accounts, answerFirst } = held()
  add(queue, 1, 'busy')
  await setImmediate()
  add(queue, 2, 'busy')
  add(queue, 100)
  await setImmediate()
  expect(sizes()).toEqual([1, 96])
  expect(accounts(1)).not.toContain('busy')
  add(queue, 96)
  await answerFirst()
  expect(accounts(2)?.slice(0, 3)).toEqual(['busy', 'busy', expect.stringContaining('own')])
})

it('leaves nobody out twice, whatever is in flight then', async () => {
  const { queue, accounts, answerFirst } = held()
  add(queue, 1, 'one')
  await setImmediate()
  add(queue, 1, 'one', 'other')
  add(queue, 1, 'other')
  add(queue, 95)
  await setImmediate()
  expect(accounts(1)).toContain('other')
  expect(accounts(1)).not.toContain('one')
  add(queue, 96)
  await answerFirst()
  expect(accounts(2)?.slice(0, 2)).toEqual(['one', 'other'])
})

it('takes what touches the same where there is too little else', async () => {
  const { queue, sizes } = held()
  add(queue, 256, 'busy')
  await setImmediate()
  expect(sizes()).toEqual([128, 128])
})

it('closes once all that was queued is told, and takes no more', async () => {
  const { queue, told, answerFirst } = held()
  add(queue, 3)
  const closed = queue.close()
  expect(() => add(queue, 1)).toThrow(LedgerBusy)
  await setImmediate()
  await answerFirst()
  await closed
  expect(told()).toBe(3)
})

/** A group commit whose batches are answered when the test says so, in the order in which they left. */
function held(limits = LIMITS) {
  const batches: (readonly Act[])[] = []
  const answers: (() => void)[] = []
  const clocks: (() => void)[] = []
  let told = 0
  let watched = 0
  async function commit(batch: readonly Act[]): Promise<() => void> {
    batches.push(batch)
    await new Promise<void>((resolve) => answers.push(resolve))
    return () => {
      told += batch.length
    }
  }
  const lateness = (late: () => void) => {
    clocks.push(late)
    watched += 1
    return () => {
      watched -= 1
    }
  }
  const queue = groupCommit<Act>(limits, commit, { touches: ({ accounts }) => accounts, lateness })
  return {
    queue,
    sizes: () => batches.map((batch) => batch.length),
    /** The accounts that a batch touches, in order. */
    accounts: (index: number) => batches[index]?.flatMap(({ accounts }) => accounts),
    told: () => told,
    /** How many batches have a clock running. */
    watched: () => watched,
    /** Says that the batch that left so many batches after the first is late. */
    late: (index: number) => clocks[index]?.(),
    async answerFirst() {
      answers.shift()?.()
      await setImmediate()
    },
  }
}

/** Acts of an account each, or all of one. */
function add(queue: GroupCommit<Act>, acts: number, ...accounts: string[]): void {
  for (let count = 0; count < acts; count += 1)
    queue.add({ accounts: accounts.length > 0 ? accounts : [`own ${next++}`] })
}
