import { CALLS } from '@adtally/contract/calls.ts'
import { expect, test } from 'vitest'
import type { ScanRequest } from './scan-requests.ts'
import { burpLog, triesOf } from './sql-tries.ts'

function requestOf(name: string, input: unknown, ...paths: string[]): ScanRequest {
  const call = CALLS.find((one) => one.name === name)
  if (!call) throw new Error(`there is no call ${name}`)
  return { call, input, fields: paths.map((path) => ({ call, path: path.split('.') })), is_taken: true }
}

test('texts of one request are marked together, in lists and inside, and asterisks of their own are none', () => {
  const input = { request_id: 'a', subject: 'two * three', images: ['b'] }
  const [one, ...others] = triesOf(
    [requestOf('feedback', input, 'request_id', 'subject', 'images.0')],
    '/api',
  )
  expect(others).toEqual([])
  expect(one?.body).toBe('{"request_id":"a*","subject":"two \\u002a three*","images":["b*"]}')
  expect(one?.fields).toEqual(['request_id', 'subject', 'images.0'])
})

test('a number is tried as text, in a request of its own', () => {
  const tries = triesOf(
    [requestOf('vipOpen', { price: '20.00', vip_fee_percent: 15 }, 'price', 'vip_fee_percent')],
    '',
  )
  expect(tries.map(({ body }) => body)).toEqual([
    '{"vip_fee_percent":15,"price":"20.00*"}',
    '{"price":"20.00","vip_fee_percent":"15*"}',
  ])
})

test('of a GET the query is marked, encoded as an address', () => {
  const [one] = triesOf([requestOf('planList', { search: 'a&b*' }, 'search')], '/api')
  expect(one?.path).toBe('/api/plan/order/list?search=a%26b%2A*')
})

test('each request of the file begins with its own number', () => {
  const tries = triesOf(
    [requestOf('planList', { search: 'a' }, 'search'), requestOf('planList', { limit: '1' }, 'limit')],
    '',
  )
  const lines = burpLog(tries, 'host:1').split('\n')
  expect(lines.filter((line) => line.startsWith('GET'))).toEqual([
    'GET /try-0/plan/order/list?search=a* HTTP/1.1',
    'GET /try-1/plan/order/list?limit=1* HTTP/1.1',
  ])
})
