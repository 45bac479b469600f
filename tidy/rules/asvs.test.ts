import { expect, test } from 'vitest'
import { plantTree } from '../tree.ts'
import { securityRequirementsAreAccounted } from './asvs.ts'

const PAGE = 'docs/asvs.md'
const page = `# Requirements
| Requirements | Count |
|---|---|
| Of levels 1 and 2 | 6 |
| That do not apply | 3 |
| That apply | 3 |
| Shown by a test | 1 |
| With a reason why no test here can show them | 1 |
| Open | 1 |

## V1 First
| Id | What it asks | Where it holds | Shown by |
|---|---|---|---|
| V1.1.1 | one | \`src/a.ts\` | \`src/a.test.ts\`<br>7 \`src/b.test.ts\` |
| V1.1.2 | two | \`src\` | reason: the proxy’s |

Does not apply (1): V1.1.3: there is none.

## V2 Second
| Id | What it asks | Where it holds | Shown by |
|---|---|---|---|
| V2.1.1 | three | \`src/a.ts\` | open: a test is missing |

## V3 Third
Does not apply (2): all of it.

## Open
- V2.1.1: a test is missing
`
const files = {
  [PAGE]: page,
  'docs/rules-and-tests.md':
    '| Threat | Proof |\n|---|---|\n| theft | 6 `src/a.test.ts`<br>7 `src/b.test.ts` |\n',
  'src/a.ts': '',
  'src/a.test.ts': '',
  'src/b.test.ts': '',
}
const found = (more: Record<string, string>) =>
  securityRequirementsAreAccounted(plantTree({ ...files, ...more })).map(({ message }) => message)
const pageWith = (from: string, to: string) => ({ [PAGE]: page.replace(from, to) })

test('control: a true page is left alone', () => {
  expect(found({})).toEqual([])
})

test('a page that is not there, or has no requirement, is found', () => {
  expect(found({ [PAGE]: '' })).toEqual(['has no requirements'])
})

test('a path that is not there is found, of a source, a test or in the text', () => {
  expect(found(pageWith('`src`', '`gone`/`src/gone.ts`'))).toEqual(['names src/gone.ts, which is not there'])
  expect(found(pageWith('`src/a.test.ts`', '`src/gone.test.ts`'))).toEqual([
    'names src/gone.test.ts, which is not there',
  ])
  expect(found(pageWith('# Requirements', 'See `docs/gone.md`.'))).toEqual([
    'names docs/gone.md, which is not there',
  ])
})

test('a proof that the other page does not name, or names elsewhere, is found', () => {
  const message = (proof: string) => `shows V1.1.1 by ${proof}, which docs/rules-and-tests.md does not name`
  expect(found(pageWith('7 `src', '8 `src'))).toEqual([message('8 `src/b.test.ts`')])
  expect(found(pageWith('7 `src/b', '7 `src/a'))).toEqual([message('7 `src/a.test.ts`')])
})

test('evidence that is no test is found', () => {
  expect(found(pageWith('`src/a.test.ts`', '`src/a.ts`'))).toEqual([
    'shows V1.1.1 by src/a.ts, which is no test',
  ])
  for (const other of ['by review', '', '7 src/b.test.ts']) {
    expect(found(pageWith('`src/a.test.ts`', other))).toEqual([
      `shows V1.1.1 otherwise than by a test or a proof: ${other}`,
    ])
  }
})

test('a requirement that stands twice, or in another chapter, is found', () => {
  expect(found(pageWith('V1.1.2', 'V1.1.1'))).toEqual(['has V1.1.1 twice'])
  expect(found(pageWith('V1.1.2', 'V11.1.2'))).toEqual(['has V11.1.2 under V1'])
})

test.each([
  ['Of levels 1 and 2', 6],
  ['That do not apply', 3],
  ['That apply', 3],
  ['Shown by a test', 1],
  ['With a reason why no test here can show them', 1],
  ['Open', 1],
])('a wrong count is found: %s', (name, count) => {
  expect(found(pageWith(`| ${name} | ${count} |`, `| ${name} | 9 |`))).toEqual([
    `counts 9 for "${name}"; its tables hold ${count}`,
  ])
  expect(found(pageWith(`| ${name} | ${count} |\n`, ''))).toEqual([
    `counts nothing for "${name}"; its tables hold ${count}`,
  ])
})

test('open requirements that are not listed, and listed ones that are not open, are found', () => {
  expect(found(pageWith('- V2.1.1: a test is missing\n', ''))).toEqual([
    'leaves out at its end: V2.1.1 open: a test is missing',
  ])
  expect(found(pageWith('- V2.1.1', '- V1.1.2: the proxy’s\n- V2.1.1'))).toEqual([
    'lists at its end: V1.1.2 open: the proxy’s',
  ])
})
