import { expect, test } from 'vitest'
import { plantTree } from '../tree.ts'
import { importsRunOneWay } from './directions.ts'

const page = `## Imports
| Within | Direction |
|---|---|
| \`packages\` | \`contract\` → \`money\`; \`i18n\` → \`money\`; \`ui\` → \`i18n\`; \`client\` → \`contract\` \`i18n\` → \`money\` |
| \`a client's src\` | \`app\` → \`features\` → \`components\` → \`lib\` |
| \`apps/api/src\` | \`server\` → \`worker\` → \`modules\` → \`database\` |
`
const files = {
  'docs/ARCHITECTURE.md': page,
  'packages/money/package.json': '{}',
  'packages/contract/package.json': '{}',
  'packages/i18n/package.json': '{}',
  'packages/ui/package.json': '{}',
  'packages/client/package.json': '{}',
  'apps/web/package.json': '{}',
  'apps/api/package.json': '{}',
  'apps/web/src/features/plans/card.ts': '',
  'apps/console/package.json': '{}',
  'apps/console/src/features/acts/act-form.ts': '',
}

/** What the rule reports for one import in one file. */
function verdict(path: string, specifier: string, more: Record<string, string> = {}): string[] {
  const tree = plantTree({ ...files, ...more, [path]: `import { x } from '${specifier}'` })
  return importsRunOneWay(tree).map(({ message }) => message)
}

test.each([
  ['packages/contract/src/a.ts', '@adtally/money/money.ts'],
  ['packages/ui/src/a.ts', '@adtally/i18n/format.ts'],
  ['apps/web/src/features/plans/a.ts', '@adtally/contract/call.ts'],
  ['packages/client/src/a.ts', '@adtally/contract/call.ts'],
  ['packages/client/src/a.ts', '@adtally/money/money.ts'],
  ['apps/console/src/lib/a.ts', '@adtally/client/answer.ts'],
  ['apps/console/src/app/a.ts', '../features/acts/act-form.ts'],
  ['apps/web/src/app/a.ts', '../features/plans/card.ts'],
  ['apps/web/src/features/plans/a.ts', '../../lib/b.ts'],
  ['apps/api/src/server/a.ts', '../database/b.ts'],
  ['apps/api/src/main.ts', './server/a.ts'],
  ['apps/api/src/modules/plans/a.test.ts', '../../testing/harness.ts'],
  ['e2e/a.ts', '../apps/api/src/main.ts'],
])('%s may import %s', (path, specifier) => {
  expect(verdict(path, specifier)).toEqual([])
})

test.each([
  ['packages/money/src/a.ts', '@adtally/contract/call.ts'],
  ['packages/ui/src/a.ts', '@adtally/contract/call.ts'],
  ['packages/ui/src/a.ts', '../../../apps/web/src/lib/b.ts'],
  ['apps/web/src/lib/a.ts', '@adtally/api/settings.ts'],
  ['apps/web/src/lib/a.ts', '../components/b.ts'],
  ['apps/web/src/components/a.ts', '../features/plans/card.ts'],
  ['apps/web/src/features/wallet/a.ts', '../plans/card.ts'],
  ['packages/client/src/a.ts', '@adtally/ui/card.tsx'],
  ['packages/ui/src/a.ts', '@adtally/client/answer.ts'],
  ['packages/client/src/a.ts', '../../../apps/console/src/lib/b.ts'],
  ['apps/console/src/lib/a.ts', '@adtally/web/lib/b.ts'],
  ['apps/console/src/components/a.ts', '../features/acts/act-form.ts'],
  ['apps/console/src/features/session/a.ts', '../acts/act-form.ts'],
  ['apps/api/src/database/a.ts', '../modules/services.ts'],
  ['apps/api/src/modules/plans/a.ts', '../../server/b.ts'],
  ['apps/api/src/worker/a.ts', '../server/b.ts'],
  ['apps/api/src/modules/plans/a.ts', '../../testing/harness.ts'],
])('%s may not import %s', (path, specifier) => {
  expect(verdict(path, specifier)).toHaveLength(1)
})

test('a file directly in src may be imported with what it brings along, and no further', () => {
  const settings = { 'apps/api/src/settings.ts': "import { y } from './database/start-error.ts'" }
  expect(verdict('apps/api/src/modules/services.ts', '../settings.ts', settings)).toEqual([])
  const main = { 'apps/api/src/main.ts': "import { y } from './server/start.ts'" }
  expect(verdict('apps/api/src/modules/services.ts', '../main.ts', main)).toHaveLength(1)
})
