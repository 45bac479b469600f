import { expect, test } from 'vitest'
import { closingLine, gateResult, summary, tallyCommand, tallyPlaywright, tallyVitest } from './tally.ts'

const vitest = (
  passed: number,
  failed: number,
  files: { name: string; status: string; assertionResults: unknown[] }[] = [],
) => JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults: files })

const playwright = (
  stats: { expected: number; unexpected?: number; flaky?: number; skipped?: number },
  suites: unknown[] = [],
) => JSON.stringify({ suites, stats: { unexpected: 0, flaky: 0, skipped: 0, ...stats } })

test('a green run counts its tests', () => {
  expect(tallyVitest('unit', vitest(7, 0), true, 0)).toMatchObject({ passed: 7, failed: 0 })
  expect(tallyPlaywright('e2e', playwright({ expected: 3 }), true, 0)).toMatchObject({ passed: 3, failed: 0 })
})

test('a file that did not load is a failure', () => {
  const report = vitest(7, 0, [{ name: 'broken.test.ts', status: 'failed', assertionResults: [] }])
  expect(tallyVitest('unit', report, false, 0).failed).toBe(1)
})

test.each([
  ['an exit code without a failed test', vitest(7, 0), false],
  ['a run without a test', vitest(0, 0), true],
  ['a run without a report', null, true],
  ['a report cut short', '{"numPassedTests":', false],
])('%s is a failure', (_name, report, succeeded) => {
  expect(tallyVitest('unit', report, succeeded, 0).failed).toBe(1)
})

test('what was skipped or needed a second try has not passed', () => {
  expect(tallyPlaywright('e2e', playwright({ expected: 3, flaky: 1, skipped: 2 }), true, 0).failed).toBe(3)
})

test('what failed is named before the closing line, a line each', () => {
  const failed = {
    status: 'failed',
    fullName: 'a sum',
    failureMessages: ['expected 1 to be 2\n    at line 3'],
  }
  const late = {
    status: 'failed',
    fullName: 'a long sum',
    failureMessages: ['Error: STACK_TRACE_ERROR\n    at line 9'],
  }
  const passed = { status: 'passed', fullName: 'a difference', failureMessages: [] }
  const unit = tallyVitest(
    'unit',
    vitest(1, 2, [
      { name: `${process.cwd()}/sum.test.ts`, status: 'failed', assertionResults: [failed, late, passed] },
    ]),
    false,
    0,
  )
  const spec = { ok: false, title: 'signs in', file: 'sign-in.spec.ts' }
  const browser = tallyPlaywright(
    'e2e',
    playwright({ expected: 0, unexpected: 1 }, [{ specs: [], suites: [{ specs: [spec] }] }]),
    false,
    0,
  )
  expect(summary([unit, browser]).split('\n').slice(-4)).toEqual([
    'FAILED sum.test.ts › a sum: expected 1 to be 2',
    'FAILED sum.test.ts › a long sum: not done in time',
    'FAILED sign-in.spec.ts › signs in',
    '1 passed, 3 failed',
  ])
})

test('the closing line sums all parts and stands last', () => {
  const tallies = [
    tallyCommand({ name: 'types', succeeded: false, duration_ms: 10 }),
    tallyVitest('unit', vitest(7, 2), false, 0),
  ]
  expect(closingLine(tallies)).toBe('7 passed, 3 failed')
  expect(summary(tallies).split('\n').at(-1)).toBe('7 passed, 3 failed')
})

test('a gate names what failed in its one line', () => {
  const in_node = { name: 'vitest', passed: 3, failed: 1, duration_ms: 0, failures: ['sum.test.ts › a sum'] }
  const in_browser = { name: 'end to end', passed: 2, failed: 0, duration_ms: 0 }
  expect(gateResult([in_node, in_browser])).toEqual({
    passed: false,
    figure: '5 passed, 1 failed; sum.test.ts › a sum',
  })
  expect(gateResult([in_browser])).toEqual({ passed: true, figure: '2 passed, 0 failed' })
})
