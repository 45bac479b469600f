import { expect, test } from 'vitest'
import { readSqlmapReport } from './sqlmap-report.ts'

/** sqlmap 1.7's output, shortened: a query with two places, a body of which one is used, and a header field. */
const PRINTED = `
[20:45:03] [INFO] found a total of 3 targets
[1/3] URL:
GET http://127.0.0.1:35931/try-0/facebook-business/plan/order/list?search=harbour*&limit=1*
do you want to test this URL? [Y/n/q]
> Y
[20:45:03] [INFO] testing URL 'http://127.0.0.1:35931/try-0/facebook-business/plan/order/list?search=harbour*&limit=1*'
[20:45:03] [INFO] testing for SQL injection on URI parameter '#1*'
[20:45:03] [WARNING] URI parameter '#1*' does not seem to be injectable
[20:45:04] [WARNING] URI parameter '#2*' does not seem to be injectable
[2/3] URL:
GET http://127.0.0.1:35931/try-12/facebook-business/feedback
POST data: {"subject":"harbour*"}
do you want to test this URL? [Y/n/q]
> Y
[20:45:05] [INFO] (custom) POST parameter 'JSON #1*' appears to be 'PostgreSQL > 8.1 AND time-based blind' injectable
(custom) POST parameter 'JSON #1*' is vulnerable. Do you want to keep testing the others (if any)? [y/N] Y
[3/3] URL:
GET http://127.0.0.1:35931/try-13/facebook-business/user/withdraw/list?limit=1
do you want to test this URL? [Y/n/q]
> Y
[20:45:07] [INFO] skipping (custom) HEADER parameter 'X-TZ #1*'
[20:45:08] [WARNING] (custom) HEADER parameter 'X-CT #1*' does not seem to be injectable
`

test('every place that was tried has its verdict, with the try that it is of', () => {
  expect(readSqlmapReport(PRINTED)).toEqual([
    { at: 0, parameter: '#1*', is_injectable: false },
    { at: 0, parameter: '#2*', is_injectable: false },
    { at: 12, parameter: 'JSON #1*', is_injectable: true },
    { at: 13, parameter: 'X-CT #1*', is_injectable: false },
  ])
})

test('a finding that sqlmap withdrew does not count', () => {
  const doubted = PRINTED.replace(
    "(custom) POST parameter 'JSON #1*' is vulnerable.",
    "[20:45:06] [WARNING] false positive or unexploitable injection point detected\n[20:45:06] [WARNING] (custom) POST parameter 'JSON #1*' does not seem to be injectable\n",
  )
  expect(readSqlmapReport(doubted).filter(({ is_injectable }) => is_injectable)).toEqual([])
})

test('where sqlmap did not run nothing was tried', () => {
  expect(readSqlmapReport('sqlmap: error: missing a mandatory option')).toEqual([])
})
