import { expect, test } from 'vitest'
import { tickCosts } from './tick-trace.ts'

const main = { pid: 1, tid: 1 }
const send = (ts: number, url: string) => ({
  ...main,
  name: 'ResourceSendRequest',
  ts,
  args: { data: { url } },
})
const task = (ts: number, tdur: number, thread = main) => ({
  ...thread,
  name: 'RunTask',
  ts,
  dur: tdur * 3,
  tdur,
})
const costs = (...traceEvents: object[]) => tickCosts(JSON.stringify({ traceEvents }), '/list')

test('a tick costs what its own thread did on the processor until the next one', () => {
  expect(
    costs(
      task(500, 9000),
      send(1000, 'http://app/list?type=1'),
      task(1500, 2000),
      send(3000, 'http://app/other'),
      task(5000, 1500),
      task(6000, 50_000, { pid: 2, tid: 1 }),
      send(9000, 'http://app/list?type=1'),
      task(9500, 1000),
      send(12_000, 'http://app/list?type=1'),
      task(12_500, 70_000),
    ),
  ).toEqual([3.5, 1])
})
test('a trace without ticks proves nothing', () => {
  expect(() => costs(task(0, 1))).toThrow('no request to /list')
})
