import { describe, expect, test } from 'vitest'
import { plantTree, type Rule } from '../tree.ts'
import { architectureNamesEveryFolder } from './folders.ts'
import { noRegistryIsNamed } from './hosts.ts'
import { namesAreKebabCase, noBarrelFiles } from './names.ts'
import { filesAreShort, functionsAreShort, mostFilesAreSmall, roomsAreSmall } from './sizes.ts'

const lines = (count: number, line = 'const a = 1') => Array(count).fill(line).join('\n')
const body = (count: number) => `() => {\n${lines(count - 2)}\n}`
const count = (rule: Rule, texts: Record<string, string>) => rule(plantTree(texts)).length

describe('sizes', () => {
  test('a file has at most 400 lines', () => {
    expect(count(filesAreShort, { 'a.ts': lines(400) })).toBe(0)
    expect(count(filesAreShort, { 'a.ts': lines(401) })).toBe(1)
    expect(count(filesAreShort, { 'a.sql': lines(401, '-- a') })).toBe(1)
  })

  test('a function has at most 70', () => {
    expect(count(functionsAreShort, { 'a.ts': `const f = ${body(70)}` })).toBe(0)
    expect(count(functionsAreShort, { 'a.ts': `const f = ${body(71)}` })).toBe(1)
    expect(count(functionsAreShort, { 'a.ts': `class A { f() {\n${lines(71)}\n} }` })).toBe(1)
  })

  test('a group of tests is not a function, a test is', () => {
    expect(count(functionsAreShort, { 'a.test.ts': `describe('a', ${body(90)})` })).toBe(0)
    expect(count(functionsAreShort, { 'a.test.ts': `test('a', ${body(90)})` })).toBe(1)
  })

  test('what wraps a classic script is not a function, what stands in it is', () => {
    expect(count(functionsAreShort, { 'tag.js': `;(${body(90)})()` })).toBe(0)
    expect(count(functionsAreShort, { 'tag.js': `;(() => { const f = ${body(71)} })()` })).toBe(1)
  })

  test('most files are small', () => {
    expect(count(mostFilesAreSmall, { 'a.ts': lines(60), 'b.ts': lines(20), 'c.ts': lines(240) })).toBe(0)
    expect(count(mostFilesAreSmall, { 'a.ts': lines(90), 'b.ts': lines(20), 'c.ts': lines(240) })).toBe(1)
    const tenths = Object.fromEntries(
      [...Array(20).keys()].map((index) => [`f${index}.ts`, lines(index < 17 ? 20 : 300)]),
    )
    expect(count(mostFilesAreSmall, tenths)).toBe(1)
  })

  test('a folder has at most 25 files of source, tests and folders in it not counted', () => {
    const files = (count: number) =>
      Object.fromEntries([...Array(count).keys()].map((index) => [`a/f${index}.ts`, '']))
    const beside = { 'a/f.test.ts': '', 'a/b/g.ts': '', 'a/words.json': '' }
    expect(count(roomsAreSmall, { ...files(25), ...beside })).toBe(0)
    expect(count(roomsAreSmall, { ...files(26), ...beside })).toBe(1)
  })
})

describe('names', () => {
  test.each([
    'packages/ui/src/plan-card.tsx',
    'README.md',
    'docs/ARCHITECTURE.md',
    'x/zh-Hans.json',
    'a/put.route.ts',
    '.ci/run',
    'packages/prebid-adapter/modules/adtallyBidAdapter.ts',
  ])('%s is well named', (path) => {
    expect(count(namesAreKebabCase, { [path]: '' })).toBe(0)
  })

  test.each([
    'packages/ui/src/PlanCard.tsx',
    'apps/web/src/lib/use_plan.ts',
    'docs/Decisions/a.md',
    'a/b c.ts',
    'packages/prebid-adapter/bundling/rollupPlugin.ts',
  ])('%s is not', (path) => {
    expect(count(namesAreKebabCase, { [path]: '' })).toBe(1)
  })

  test('index.ts is a module’s door only', () => {
    expect(count(noBarrelFiles, { 'apps/api/src/modules/plans/index.ts': '' })).toBe(0)
    expect(count(noBarrelFiles, { 'packages/ui/src/index.ts': '' })).toBe(1)
    expect(count(noBarrelFiles, { 'apps/api/src/modules/plans/rules/index.ts': '' })).toBe(1)
  })
})

describe('package registries', () => {
  const host = ['registry', 'example', 'org'].join('.')

  test.each([
    ['package-lock.json', `"resolved": "https://files.example.org/a.tgz"`],
    ['package-lock.json', `"resolved": "git+ssh://example.org/a"`],
    ['.npmrc', `@adtally:registry=https://${host}/`],
    ['README.md', `Install from ${host}.`],
  ])('%s may not say %s', (path, text) => {
    expect(count(noRegistryIsNamed, { [path]: text })).toBe(1)
  })

  test.each([
    ['package-lock.json', '"resolved": "packages/money"'],
    ['README.md', 'npm ci && npm test; the registry of parties'],
  ])('%s may say %s', (path, text) => {
    expect(count(noRegistryIsNamed, { [path]: text })).toBe(0)
  })
})

describe('ARCHITECTURE.md', () => {
  const page = `## Folders
| Folder | What it holds |
|---|---|
| \`packages/money\` | amounts |
| \`apps/api/src/modules\` | one folder a module |
| \`apps/web\` | \`src/{lib,features/<name>}\` |
| \`docs/decisions\` | why |

## Modules
| Module | Owns |
|---|---|
| \`ledger\` | accounts |
`
  const tree = {
    'docs/ARCHITECTURE.md': page,
    'docs/decisions/a.md': '',
    'packages/money/src/money.ts': '',
    'apps/api/src/modules/ledger/index.ts': '',
    'apps/web/src/lib/a.ts': '',
    'apps/web/src/features/plans/a.ts': '',
  }

  test('is true of the tree it describes', () => {
    expect(architectureNamesEveryFolder(plantTree(tree))).toEqual([])
  })

  test.each([
    'packages/ui/src/a.ts',
    'apps/api/src/worker/a.ts',
    'apps/api/src/modules/plans/index.ts',
    'apps/web/src/helpers/a.ts',
    'docs/notes/a.md',
    'scripts/a.ts',
    '.ci/run',
    'packages/money/glossary/a.md',
    'apps/api/src/modules/ledger/testing/a.ts',
  ])('names the folder of %s', (path) => {
    expect(count(architectureNamesEveryFolder, { ...tree, [path]: '' })).toBeGreaterThan(0)
  })

  test.each(Object.keys(tree).slice(1))('names nothing that went with %s', (path) => {
    const rest = Object.fromEntries(Object.entries(tree).filter(([name]) => name !== path))
    expect(count(architectureNamesEveryFolder, rest)).toBeGreaterThan(0)
  })
})
