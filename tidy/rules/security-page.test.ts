import { describe, expect, test } from 'vitest'
import { plantTree } from '../tree.ts'
import {
  securityPageListsEveryLogLine,
  securityPageNamesEveryKey,
  securityPageQuotesTheCode,
  securityPageSortsEveryTable,
  securityPageTellsEachEnd,
  securityPageTellsHowSoon,
} from './security-page.ts'

const PAGE = 'docs/security.md'
const page = `# Security
## Signing in
| Limit | In the code |
|---|---|
| tries | \`TRIES_MAX = 5\` \`apps/api/src/a.ts\` |

\`POST /login\`
## Keys
| Purpose | What |
|---|---|
| \`one\` \`two:…\` \`three\` \`four\` \`five\` | |

\`apps/api/src/a.ts\`
## Data
\`a.people\` \`a.people.phone_sealed\` \`a.people.code_hash\`
## Libraries
| Severity | Within |
|---|---|
| critical | 1 day |
| high | 7 days |
| moderate | 30 days |
| low | 30 days |
## Logs
| Line | Of |
|---|---|
| \`it failed\` \`it says so: run it\` \`error.message\` | |

| Act | By |
|---|---|
| \`hold.appealed\` \`books.checked\` | |

| Area | Of |
|---|---|
| \`hold\` | |

\`apps/api/src/b.ts\`
`
const files = {
  [PAGE]: page,
  'packages/contract/src/calls.ts':
    "publicCall('POST /login', {\n  name: 'login',\n})\ncustomerCall('GET /me', {})",
  'apps/api/src/a.ts': `const TRIES_MAX = 5\nconst PURPOSE = 'three'\ntype Purpose = 'four' | 'five'\ncreateHmac('sha256', secret('one'))\nsecret(\`two:\${id}\`)\nsecret(PURPOSE)\nsecret(purpose)\n * secret('six')\n`,
  'apps/api/src/a.test.ts': "secret('seven')\nlog.warn('a test')\nrandomBytes(3)\nconsole.log()",
  'apps/api/src/b.ts':
    "log.error({ err, ids: [...ids] }, 'it failed')\nlog.warn(\n  'it says so: run `it`',\n)\nlog.warn(error.message)\nconsole.log(1)\nappend({ action: 'hold.placed' })",
  'apps/api/src/database/routines/audit/customer_acts.sql': "values ('hold.appealed')",
  'apps/api/src/database/routines/audit/program_acts.sql': "values ('books.checked', 'worker')",
  'apps/api/migrations/1-a/up.sql':
    'create table a.people (\n  phone_sealed bytea not null,\n  code_hash bytea,\n  name text\n);\n',
  'apps/api/package.json': '{ "dependencies": { "pg": "8.1.2", "@adtally/money": "0.1.0" } }',
}
const RULES = [
  securityPageQuotesTheCode,
  securityPageNamesEveryKey,
  securityPageSortsEveryTable,
  securityPageListsEveryLogLine,
  securityPageTellsHowSoon,
]
const found = (more: Record<string, string> = {}) =>
  RULES.flatMap((rule) => rule(plantTree({ ...files, ...more }))).map(({ message }) => message)
const pageWith = (from: string, to: string) => ({ [PAGE]: page.replace(from, to) })
const also = (path: keyof typeof files, text: string) => ({ [path]: files[path] + text })

test('control: a true page is left alone', () => {
  expect(found()).toEqual([])
})

test.each([
  ['another figure', 'TRIES_MAX = 5', 'TRIES_MAX = 6'],
  ['a part of a figure', 'TRIES_MAX = 5', 'RIES_MAX = 5'],
])('a figure that the code has otherwise is found: %s', (_what, from, to) => {
  expect(found(pageWith(from, to))).toEqual([`quotes ${to} for "tries", which stands in no file of the row`])
})

test('a figure that the code changes, or multiplies, is found', () => {
  const message = 'quotes TRIES_MAX = 5 for "tries", which stands in no file of the row'
  for (const figure of ['50', '5_000', '5 * 60', '5.5']) {
    const source = files['apps/api/src/a.ts'].replace('TRIES_MAX = 5', `TRIES_MAX = ${figure}`)
    expect(found({ 'apps/api/src/a.ts': source })).toEqual([message])
  }
})

test('a row that names no file, or one that is gone, is found', () => {
  expect(found(pageWith(' `apps/api/src/a.ts` |', ' |'))).toEqual([
    'says of "tries" no file, or nothing that stands in it',
  ])
  expect(found(pageWith('`TRIES_MAX = 5` ', ''))).toEqual([
    'says of "tries" no file, or nothing that stands in it',
  ])
})

test.each([
  ['`POST /login`', 'leaves out the call POST /login'],
  ['`one` ', 'leaves out the purpose one'],
  ['`two:…` ', 'leaves out the purpose two:…'],
  ['`three` ', 'leaves out the purpose three'],
  [' `five`', 'leaves out the purpose five'],
  ['\n\n`apps/api/src/a.ts`', 'names apps/api/src/a.ts nowhere under Keys, which makes or uses keys'],
  ['`a.people` ', 'leaves out the table a.people'],
  [' `a.people.phone_sealed`', 'leaves out the column a.people.phone_sealed'],
  [' `a.people.code_hash`', 'leaves out the column a.people.code_hash'],
  ['`it failed` ', 'leaves out the line it failed'],
  ['`it says so: run it` ', 'leaves out the line it says so: run it'],
  [' `error.message`', 'leaves out the line error.message'],
  ['`hold.appealed` ', 'leaves out the act hold.appealed'],
  [' `books.checked`', 'leaves out the act books.checked'],
  ['`hold` ', 'leaves out the area hold'],
  ['\n`apps/api/src/b.ts`\n', 'names apps/api/src/b.ts nowhere under Logs, which writes or prints'],
])('what the page leaves out is found: %s', (left_out, message) => {
  expect(found(pageWith(left_out, ''))).toEqual([message])
})

test.each([
  ['`POST /login`', '`GET /more`', 'names the call GET /more, which is not there'],
  ['`one`', '`more`', 'names the purpose more, which is not there'],
  ['`a.people`', '`a.more`', 'names the table a.more, which is not there'],
  ['`it failed`', '`more`', 'names the line more, which is not there'],
  ['`hold.appealed`', '`hold.more`', 'names the act hold.more, which is not there'],
])('what the page makes up is found: %s', (known, made_up, message) => {
  expect(found(pageWith(known, `${known} ${made_up}`))).toEqual([message])
})

describe('how keys end is told as the code does it', () => {
  const ends = "export const PURPOSES = {\n  'one-key': 'sealed anew',\n  'two:': 'forgotten',\n} as const\n"
  const rows = ['| `one-key` | seals | AES | sealed anew |', '| `two:…` | signs | EC | forgotten; at once |']
  const told = (keys: readonly string[], kinds: readonly string[]) =>
    securityPageTellsEachEnd(
      plantTree({
        'apps/api/src/secret-purposes.ts': ends,
        [PAGE]: [
          '## Keys',
          ...['| End | What |', '|---|---|', ...kinds.map((kind) => `| ${kind} | so |`), ''],
          ...['| Purpose | What | How | Its end |', '|---|---|---|---|', ...keys, ''],
        ].join('\n'),
      }),
    ).map(({ message }) => message)

  test.each<[string, string[], string[], string[]]>([
    ['as it is', rows, ['sealed anew', 'forgotten'], []],
    [
      'without a purpose',
      rows.slice(1),
      ['sealed anew', 'forgotten'],
      ['leaves out the end of the purpose one-key: sealed anew'],
    ],
    [
      'otherwise',
      [rows[0] ?? '', '| `two:…` | signs | EC | sealed anew |'],
      ['sealed anew', 'forgotten'],
      [
        'leaves out the end of the purpose two:: forgotten',
        'names the end of the purpose two:: sealed anew, which is not there',
      ],
    ],
    ['without an end', rows, ['sealed anew'], ['leaves out the end forgotten']],
  ])('%s [proof 652]', (_name, keys, kinds, messages) => {
    expect(told(keys, kinds)).toEqual(messages)
  })
})

test('a table in two levels is found', () => {
  expect(found(pageWith('`a.people`', '`a.people` `a.people`'))).toEqual(['has a.people twice'])
})

test('what the program has anew is found', () => {
  expect(found(also('apps/api/src/a.ts', "secret('more')"))).toEqual(['leaves out the purpose more'])
  expect(found({ 'apps/api/src/c.ts': 'randomBytes(8)' })).toEqual([
    'names apps/api/src/c.ts nowhere under Keys, which makes or uses keys',
  ])
  expect(found({ 'apps/api/src/c.ts': 'pino()' })).toEqual([
    'names apps/api/src/c.ts nowhere under Logs, which writes or prints',
  ])
  expect(found(also('apps/api/migrations/1-a/up.sql', 'create unlogged table a.more (\n);'))).toEqual([
    'leaves out the table a.more',
  ])
})

test('times that do not rise, or are not there, and a loose version are found', () => {
  const message = 'gives no rising time to critical, high, moderate and low'
  expect(found(pageWith('7 days', '31 days'))).toEqual([message])
  expect(found(pageWith('| low | 30 days |\n', ''))).toEqual([message])
  expect(found(pageWith('1 day', 'soon'))).toEqual([message])
  for (const version of ['^8.1.2', '8', 'latest']) {
    const loose = `{ "dependencies": { "pg": "${version}" } }`
    expect(found({ 'apps/api/package.json': loose })).toEqual([
      `takes pg ${version}, which is no exact version`,
    ])
  }
})
