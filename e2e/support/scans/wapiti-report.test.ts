import { expect, test } from 'vitest'
import { addressesAsked, readWapitiReport } from './wapiti-report.ts'

const finding = {
  method: 'GET',
  path: '/planted/echo',
  info: 'XSS vulnerability found via injection in the parameter name',
  level: 3,
  parameter: 'name',
  http_request: 'GET /planted/echo?name=%3Cscript%3E HTTP/1.1\nHost: 127.0.0.1:45247',
  curl_command: 'curl "http://127.0.0.1:45247/planted/echo"',
}
const REPORT = {
  classifications: { 'Cross Site Scripting': { desc: 'A script of others', sol: 'Escape', ref: {} } },
  vulnerabilities: { 'Cross Site Scripting': [finding], 'Open Redirect': [] },
  anomalies: {
    'Internal Server Error': [{ ...finding, path: '/planted/away', info: 'HTTP 500', parameter: null }],
  },
  additionals: {},
  infos: { target: 'http://127.0.0.1:45247/', version: 'Wapiti 3.0.4' },
}

test('holes and faults are read, each with its kind, place and request', () => {
  const request = 'GET /planted/echo?name=%3Cscript%3E HTTP/1.1'
  expect(readWapitiReport(JSON.stringify(REPORT))).toEqual([
    { kind: 'Cross Site Scripting', path: '/planted/echo', parameter: 'name', info: finding.info, request },
    { kind: 'Internal Server Error', path: '/planted/away', parameter: '', info: 'HTTP 500', request },
  ])
})

test('a report of another form is refused, so that what it says is not taken for nothing', () => {
  expect(() => readWapitiReport(JSON.stringify({ findings: [] }))).toThrow()
  const { anomalies: _, ...without } = REPORT
  expect(() => readWapitiReport(JSON.stringify(without))).toThrow()
})

test('only addresses whose parameters were tried count as asked', () => {
  const printed = `
[*] Launching module xss
[+] GET http://127.0.0.1:45247/facebook-business/plan/order/list?search=harbour (0)
[+] http://127.0.0.1:45247/seen-only
[+] GET http://127.0.0.1:45247/planted/echo?note=mill&name=mill (1)
`
  expect([...addressesAsked(printed)]).toEqual([
    '/facebook-business/plan/order/list search',
    '/planted/echo name note',
  ])
})
