import { expect, test } from 'vitest'
import { plantTree, type Rule } from '../tree.ts'
import { linksLeadSomewhere, readmeNamesEveryCommand, readmeNamesEverySetting } from './papers.ts'

const readme = `## Commands
| Command | What it does |
|---|---|
| \`npm test\` | proves |
| \`npm run types\`, \`npm run lint\` | checks |
| \`npm run two-words\` | does more |
## Settings
| Setting | Default |
|---|---|
| \`PORT\` | \`8080\` |
`
const tree = {
  'README.md': readme,
  'package.json':
    '{\n  "scripts": {\n    "postinstall": "x",\n    "test": "x",\n    "types": "x",\n    "lint": "x",\n    "two-words": "x"\n  }\n}',
  'apps/api/src/settings.ts': "const schema = z.object({\n  PORT: z._default(text, '8080'),\n})",
}
const count = (rule: Rule, more: Record<string, string> = {}) => rule(plantTree({ ...tree, ...more })).length

test('a true README is left alone', () => {
  expect(
    [readmeNamesEverySetting, readmeNamesEveryCommand, linksLeadSomewhere].map((rule) => count(rule)),
  ).toEqual([0, 0, 0])
})

test('a setting or command left out or invented is found', () => {
  expect(count(readmeNamesEverySetting, { 'apps/api/src/settings.ts': '  HOST: z.x\n  PORT: z.x\n' })).toBe(1)
  expect(count(readmeNamesEverySetting, { 'apps/api/src/settings.ts': '' })).toBe(1)
  expect(count(readmeNamesEveryCommand, { 'package.json': '"scripts": {\n    "test": "x"\n}' })).toBe(3)
  expect(count(readmeNamesEveryCommand, { 'README.md': '' })).toBe(4)
})

test('a link into nothing is found', () => {
  expect(
    count(linksLeadSomewhere, { 'docs/a.md': 'see [the README](../README.md) and [apps](../apps)' }),
  ).toBe(0)
  expect(count(linksLeadSomewhere, { 'docs/a.md': 'see [b](b.md)' })).toBe(1)
})
