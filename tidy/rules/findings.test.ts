import { expect, test } from 'vitest'
import { plantTree } from '../tree.ts'
import { findingsNameTheirTests } from './findings.ts'

/** Composed, because a rule would find whole markers in this file. */
const mark = (id: number) => `[${'proof'} ${id}]`

const head = '| No. | Found | Test |\n|---|---|---|\n'
const page = `${head}| 1 | a door | 4 \`e2e/a.spec.ts\`, control |\n| | – ajar | 4 to 5 the same file |\n| 2 | a gap | \`apps/b.test.ts\` |\n`
const counts = `\n| Test | Proof |\n|---|---|\n| “opens in 5 taps” | 4 \`e2e/a.spec.ts\` |\n`
const files = {
  'docs/outside-findings.md': page,
  'docs/first-user-findings.md': page + counts,
  'e2e/a.spec.ts': `test('opens in 5 taps ${mark(4)}', f)\ntest('shuts ${mark(5)}', f)`,
  'apps/b.test.ts': "test('b', f)",
}
const found = (from = '', to = '') =>
  findingsNameTheirTests(
    plantTree({
      ...files,
      'docs/first-user-findings.md': files['docs/first-user-findings.md'].replace(from, to),
    }),
  )

test('papers whose findings have their tests are left alone', () => {
  expect(found()).toEqual([])
})

test.each([
  ['a gap in the numbers', '| 2 |', '| 3 |'],
  ['a proof that the file does not carry', '4 `e2e', '6 `e2e'],
  ['one of several', '4 to 5', '4 to 6'],
  ['a file that is not there', 'apps/b', 'apps/c'],
  ['other figures than the test’s title has', 'in 5 taps', 'in 6 taps'],
])('%s is found', (_name, from, to) => {
  expect(found(from, to)).toHaveLength(1)
})

test('a paper that is not there is found', () => {
  const { 'docs/outside-findings.md': _gone, ...rest } = files
  expect(findingsNameTheirTests(plantTree(rest))).toHaveLength(1)
})
