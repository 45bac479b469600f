import { expect, test } from 'vitest'
import { plantTree } from '../../tree.ts'
import { wordsHaveOneMeaning } from './glossary.ts'

const page = `# Glossary
## One meaning each
| Word | Means | Declared in |
|---|---|---|
| \`settle\` | ends a plan | \`apps/api/src/settle.ts\` |
## Field’s terms
| Ours | Field’s |
|---|---|
| \`remembered\` | \`memoized\` |
`
const tree = { 'docs/glossary.md': page, 'apps/api/src/settle.ts': 'export function settle() {}\n' }
const found = (more: Record<string, string> = {}) =>
  wordsHaveOneMeaning(plantTree({ ...tree, ...more })).map(({ path }) => path)

test('a word with one meaning is left alone, and so is its use', () => {
  expect(found({ 'apps/api/src/plan.ts': 'const done = settle()\n' })).toEqual([])
})

test('a second meaning is found: a function, a type, a method', () => {
  expect(found({ 'apps/web/src/a.ts': 'function settle(next: string): void {}\n' })).toEqual([
    'apps/web/src/a.ts',
  ])
  expect(
    found({ 'apps/api/src/b.ts': 'class Keeper {\n  async settle(): Promise<void> {\n  }\n}\n' }),
  ).toHaveLength(1)
  expect(found({ 'apps/api/src/b.test.ts': 'function settle() {}\n' })).toEqual([])
})

test('a file that does not declare its word, a word of ours, and no glossary are found', () => {
  expect(found({ 'apps/api/src/settle.ts': '' })).toEqual(['docs/glossary.md'])
  expect(found({ 'apps/api/src/c.ts': 'const a = rememberedText\n' })).toEqual(['apps/api/src/c.ts'])
  expect(wordsHaveOneMeaning(plantTree({}))).toHaveLength(1)
})
