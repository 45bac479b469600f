import { expect, test } from 'vitest'
import { plantTree } from '../tree.ts'
import { rulesNameTheirTests } from './proven.ts'

/** Composed, because the rule would find whole markers in this file. */
const mark = (id: number | string, word = 'proof') => `[${word} ${id}]`

const PAGE = 'docs/rules-and-tests.md'
const page = `# Rules and their tests
The next number is 6.
## Postings (PRODUCT §3)
| Event | Posting | Proof |
|---|---|---|
| Deposit | \`deposit_received\` | 4 \`a.test.ts\` |
## Transitions (PRODUCT §4)
| From → to | Trigger | Proof |
|---|---|---|
| \`– → waitPut\` | \`placed\` | 1 \`a.test.ts\`<br>2 \`b.test.tsx\` |
## Rules (SPEC §5)
| Rule | Refused by | Proof |
|---|---|---|
| not above balance | \`insufficient_balance\` | 2 \`b.test.tsx\` |
## Threats (SECURITY)
| Threat | Proof |
|---|---|
| token theft | 5 \`c.spec.ts\` |
`
const files = {
  [PAGE]: page,
  'apps/api/src/modules/ledger/postings.ts':
    "export const POSTINGS = {\n  deposit_received: [['bank', 'suspense']],\n} as const\n",
  'apps/api/src/modules/plans/status-table.ts': "[{ from: null, to: 'waitPut', triggers: ['placed'] }]",
  'packages/contract/src/reasons.ts': 'insufficient_balance: 405,',
  'a.test.ts': `test('money arrives ${mark(4)}', f)\ntest.each([1])('%s is placed ${mark(1)}', f)`,
  'b.test.tsx': `it.each<[A]>([])(\`once \${more} ${mark(2)}\`, f)`,
  'c.spec.ts': `test("it is of no use ${mark(5)}", f)`,
}
const violations = (more: Record<string, string>) => rulesNameTheirTests(plantTree({ ...files, ...more }))
const found = (more: Record<string, string>) => violations(more).map(({ message }) => message)
const pageWith = (from: string, to: string) => ({ [PAGE]: page.replace(from, to) })

test('control: a true table is left alone', () => {
  expect(found({})).toEqual([])
})

test('a posting or a transition without a row is found', () => {
  const postings = `export const POSTINGS = {\n  deposit_received: [],\n  gift: [\n    ['own', 'promo'],\n  ],\n} as const`
  expect(found({ 'apps/api/src/modules/ledger/postings.ts': postings })).toEqual(['has no row for gift'])
  const statuses = "{ from: null, to: 'waitPut', triggers: ['placed', 'given'] }"
  expect(found({ 'apps/api/src/modules/plans/status-table.ts': statuses })).toEqual([
    'has no row for – → waitPut given',
  ])
})

test('a row for something that does not exist is found', () => {
  expect(found(pageWith('deposit_received', 'deposit_taken'))).toEqual([
    'has no row for deposit_received',
    'tells of deposit_taken, which is not there',
  ])
  expect(found(pageWith('insufficient_balance', 'too_poor'))).toEqual([
    'names the reason too_poor, which is not there',
  ])
})

test('a row without a proof is found, whatever its table', () => {
  expect(found(pageWith('| 2 `b.test.tsx` |', '| |'))).toEqual([
    'has a row without a proof: not above balance | `insufficient_balance` | ',
  ])
  expect(found({ [PAGE]: `${page}## More\n| Promise | Proof |\n|---|---|\n| kept | |` })).toEqual([
    'has a row without a proof: kept | ',
  ])
})

test.each(['4', 'a.test.ts', '`a.test.ts` 4', '04 `a.test.ts`', '4 `a.test.ts`: money arrives'])(
  'a proof named as %s is found',
  (proof) => {
    expect(found(pageWith('4 `a.test.ts`', proof))).toContain(
      `names a proof otherwise than as 17 \`its.test.ts\`: ${proof}`,
    )
  },
)

test('a test may be worded anew, and a number says nothing of the order', () => {
  const text = `test.each([1])('%s ${mark(1)}', f)\ntest('cash comes in ${mark(4)}', f)`
  expect(found({ 'a.test.ts': text })).toEqual([])
})

test('a proof that no test carries is found', () => {
  expect(found({ 'c.spec.ts': "test('it is of no use', f)" })).toEqual([
    'names proof 5 of c.spec.ts, which no test carries; mark the test that proves the row',
  ])
  expect(found({ 'c.spec.ts': `// test('it is of no use ${mark(5)}', f)` })).toHaveLength(1)
})

test('a proof that a test of another file carries is found', () => {
  expect(found(pageWith('4 `a.test.ts`', '4 `c.spec.ts`'))).toEqual([
    'names proof 4 of c.spec.ts, which a test of a.test.ts carries',
  ])
})

test('a number that two tests carry is found, in one file or in two', () => {
  const carrier = `test('again ${mark(4)}', f)`
  const more = { 'd.test.ts': `\n${carrier}`, 'e.test.ts': `${carrier}\n${carrier}` }
  const message = 'carries proof 4, as does a.test.ts:1; give it the next number'
  expect(violations(more)).toEqual([
    { path: 'd.test.ts', line: 2, message },
    { path: 'e.test.ts', line: 1, message },
    { path: 'e.test.ts', line: 2, message },
  ])
})

test('a number that the page does not name is found', () => {
  expect(violations({ 'd.test.ts': `\ntest('more ${mark(3)}', f)` })).toEqual([
    {
      path: 'd.test.ts',
      line: 2,
      message: 'carries proof 3, which docs/rules-and-tests.md does not name; add it to a row',
    },
  ])
})

test('a number that was not given yet is found, and a page that gives none', () => {
  expect(found(pageWith('number is 6', 'number is 5'))).toEqual([
    'carries proof 5, and docs/rules-and-tests.md says that 5 is the next; raise it there',
  ])
  expect(found(pageWith('The next number is 6.', ''))).toContain('does not say what the next number is')
})

const MANGLED = [
  `test('late ${mark('x')}', f)`,
  `test('late ${mark(4)} again', f)`,
  `test('late${mark(4)}', f)`,
  `test('late ${mark('04')}', f)`,
  `test('late ${mark(4, 'Proof')}', f)`,
  `test('late ${mark(4, 'proofs')}', f)`,
  `test('late ${mark('')}', f)`,
  `test('late ${mark(3)} ${mark(4)}', f)`,
  `test('late (${mark(4).slice(1, -1)})', f)`,
  `test('late ${mark(4).slice(0, -1)}', f)`,
  `test('late ${mark(4).slice(1)}', f)`,
  `test('late ${mark(4).replace(' ', '')}', f)`,
  `test(\`late ${mark(`\${id}`)}\`, f)`,
  `describe('all of it ${mark(4)}', f)`,
  `describe.each([1])('all of it ${mark(4)}', f)`,
  `test.step('first ${mark(4)}', f)`,
  `test.each([['late ${mark(4)}']])('%s', f)`,
  `const TITLE = 'late ${mark(4)}'`,
]
test.each(MANGLED)('a malformed marker is found: %s', (text) => {
  expect(violations({ 'd.test.ts': text })).toMatchObject([
    { path: 'd.test.ts', line: 1, message: expect.stringMatching(/^marks a proof otherwise than by /) },
  ])
})

test('control: of proofs alone, comments and files without tests may speak as they like', () => {
  const prose = "test('by the proof of %s, in 3 (proven) steps', f)\ntest('proof', f)"
  const comment = `// ${mark('x')}\n/* ${mark(4)} */`
  expect(found({ 'd.test.ts': `${prose}\n${comment}`, 'd.ts': `say('late ${mark(4)}')` })).toEqual([])
})

test('a test file that can’t be read is no file without markers', () => {
  expect(() => found({ 'd.test.ts': `test('late ${mark(4)}', f` })).toThrow('d.test.ts can’t be read')
})

test('a tree without anything to prove is found', () => {
  expect(found({ 'apps/api/src/modules/ledger/postings.ts': '' })).toContain(
    'finds nothing to prove under Postings',
  )
})
