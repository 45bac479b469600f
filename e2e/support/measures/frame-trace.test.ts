import { expect, test } from 'vitest'
import { frameCosts } from './frame-trace.ts'

const main = { pid: 1, tid: 1 }
const frame = (ts: number) => ({ ...main, name: 'FireAnimationFrame', ts })
const task = (ts: number, tdur: number, thread = main) => ({ ...thread, name: 'RunTask', ts, tdur })
const costs = (...traceEvents: object[]) => frameCosts(JSON.stringify({ traceEvents }))

test('a frame costs what its own thread did on the processor until the next one', () => {
  expect(
    costs(
      task(500, 9000),
      frame(1000),
      task(1500, 2000),
      { name: 'Paint', ts: 1600 },
      task(5000, 1500),
      task(6000, 50_000, { pid: 2, tid: 1 }),
      frame(9000),
      frame(20_000),
      task(20_500, 60_000),
      frame(90_000),
    ),
  ).toEqual([3.5, 0, 60])
})
test('a trace without frames proves nothing', () => {
  expect(() => costs(task(0, 1))).toThrow('no animation frame')
})
