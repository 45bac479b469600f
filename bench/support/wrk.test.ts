import { expect, test } from 'vitest'
import { readFigures } from './wrk.ts'

const PRINTED = `Running 5s test @ http://127.0.0.1:43211/hot
  1 threads and 256 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     8.61ms    2.46ms  31.02ms   77.91%
    Req/Sec    29.71k     2.83k   33.87k    74.00%
  Latency Distribution
     50%    8.39ms
     75%    9.88ms
     90%   11.39ms
     99%   15.77ms
  147932 requests in 5.00s, 33.43MB read
Requests/sec:  29560.89
Transfer/sec:      6.68MB
`

test('the figures of wrk are read, in milliseconds whatever their unit', () => {
  expect(readFigures(PRINTED)).toEqual({ requests: 147_932, per_second: 29_560.89, p99_ms: 15.77 })
  expect(readFigures(PRINTED.replace('15.77ms', '911.00us')).p99_ms).toBeCloseTo(0.911)
  expect(readFigures(PRINTED.replace('15.77ms', '1.20s')).p99_ms).toBeCloseTo(1_200)
})

test.each([
  ['refused requests', `${PRINTED}  Non-2xx or 3xx responses: 3\n`],
  ['lost connections', `${PRINTED}  Socket errors: connect 0, read 1, write 0, timeout 0\n`],
  ['nothing', ''],
])('a run with %s has no figures', (_what, printed) => {
  expect(() => readFigures(printed)).toThrow('wrk')
})
