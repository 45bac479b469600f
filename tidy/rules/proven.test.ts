import { expect, test } from 'vitest'
import { plantTree } from '../tree.ts'
import { rulesNameTheirTests } from './proven.ts'

const page = `# Rules and their tests
## Postings (PRODUCT §3)
| Event | Posting | Test |
|---|---|---|
| Deposit | \`deposit_received\` | \`a.test.ts\`: money arrives |
## Transitions (PRODUCT §4)
| From → to | Trigger | Test |
|---|---|---|
| \`– → waitPut\` | \`placed\` | \`a.test.ts\`: it is placed<br>\`b.test.ts\`: once |
## Rules (SPEC §5)
| Rule | Refused by | Test |
|---|---|---|
| not above balance | \`insufficient_balance\` | \`b.test.ts\`: once |
## Threats (SECURITY)
| Threat | Test |
|---|---|
| token theft | \`c.test.ts\`: it is of no use |
`
const files = {
  'docs/rules-and-tests.md': page,
  'apps/api/src/modules/ledger/postings.ts':
    "export const POSTINGS = {\n  deposit_received: [['bank', 'suspense']],\n} as const\n",
  'apps/api/src/modules/plans/status-table.ts': "[{ from: null, to: 'waitPut', triggers: ['placed'] }]",
  'packages/contract/src/reasons.ts': 'insufficient_balance: 405,',
  'a.test.ts': "test('money arrives')\ntest('it is placed')",
  'b.test.ts': "test('once')",
  'c.test.ts': "test('it is of no use')",
}
const found = (more: Record<string, string>) =>
  rulesNameTheirTests(plantTree({ ...files, ...more })).map(({ message }) => message)
const pageWith = (from: string, to: string) => ({ 'docs/rules-and-tests.md': page.replace(from, to) })

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

test('a row of what is not there is found', () => {
  expect(found(pageWith('deposit_received', 'deposit_taken'))).toEqual([
    'has no row for deposit_received',
    'tells of deposit_taken, which is not there',
  ])
  expect(found(pageWith('insufficient_balance', 'too_poor'))).toEqual([
    'names the reason too_poor, which is not there',
  ])
})

test('a test that is not there is found, by its title and by its file', () => {
  expect(found({ 'a.test.ts': "test('money arrives late')\ntest('it is placed')" })).toHaveLength(1)
  expect(found(pageWith('`b.test.ts`: once<br>', ''))).toEqual([])
  expect(found({ 'b.test.ts': '' })).toHaveLength(2)
  expect(found({ 'c.test.ts': '' })).toHaveLength(1)
})

test('a tree without what is to be proved is found', () => {
  expect(found({ 'apps/api/src/modules/ledger/postings.ts': '' })).toContain(
    'finds nothing to prove under Postings',
  )
})
