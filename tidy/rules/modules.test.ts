import { describe, expect, test } from 'vitest'
import { plantTree } from '../tree.ts'
import { noImportCircles } from './circles.ts'
import { modulesInOrder, rolesInsideModules } from './modules.ts'

const page = `## Modules, bottom first
| Module | Owns |
|---|---|
| \`ledger\` | accounts |
| \`plans\` | placing |
| \`statistics\` | \`answers\` |
`
const MODULES = 'apps/api/src/modules'

function planted(path: string, text: string) {
  return plantTree({ 'docs/ARCHITECTURE.md': page, [`${MODULES}/${path}`]: text })
}

describe('modules in order', () => {
  test.each([
    ['plans/put.ts', "import { a } from '../ledger/index.ts'"],
    ['plans/put.ts', "import { a } from './rules.ts'"],
    ['plans/put.ts', "import { a } from '../refusal.ts'"],
    ['services.ts', "import type { LedgerWriter } from './ledger/index.ts'"],
    ['ledger/writer.test.ts', "import { a } from '../plans/index.ts'"],
  ])('%s keeps it by %s', (path, text) => {
    expect(modulesInOrder(planted(path, text))).toEqual([])
  })

  test.each([
    ['plans/put.ts', "import { a } from '../ledger/transfer.ts'"],
    ['plans/put.ts', "import type { A } from '../ledger/transfer.ts'"],
    ['plans/put.ts', "export { a } from '../ledger/transfer.ts'"],
    ['plans/put.ts', "const a = await import('../ledger/transfer.ts')"],
    ['plans/put.ts', "import { a } from '../statistics/index.ts'"],
    ['coupons/claim.ts', "import { a } from '../ledger/index.ts'"],
    ['services.ts', "import { a } from './ledger/index.ts'"],
    ['../server/start.ts', "import { a } from '../modules/plans/put.ts'"],
  ])('%s breaks it by %s', (path, text) => {
    const full = path.startsWith('..') ? `apps/api/src/${path.slice(3)}` : `${MODULES}/${path}`
    const tree = plantTree({ 'docs/ARCHITECTURE.md': page, [full]: text })
    expect(modulesInOrder(tree)).toHaveLength(1)
  })
})

describe('roles inside a module', () => {
  test.each([
    ['plans/placing/put.route.ts', "import { a } from './put.ts'"],
    ['plans/put.ts', "import { a } from './repository.ts'"],
    ['plans/rules.ts', "import type { PlanRow } from './repository.ts'"],
  ])('%s keeps its role by %s', (path, text) => {
    expect(rolesInsideModules(planted(path, text))).toEqual([])
  })

  test.each([
    ['plans/placing/put.route.ts', "import { a } from './repository.ts'"],
    ['plans/placing/put.route.ts', "import type { Row } from './plan-repository.ts'"],
    ['plans/rules.ts', "import { a } from './repository.ts'"],
    ['plans/rules.ts', "import { a } from '../../database/rows.ts'"],
    ['plans/presenter.ts', "import { a } from './repository.ts'"],
  ])('%s leaves its role by %s', (path, text) => {
    expect(rolesInsideModules(planted(path, text))).toHaveLength(1)
  })
})

describe('import circles', () => {
  const circle = { 'a.ts': "import { b } from './b.ts'", 'b.ts': "import { c } from './c.ts'" }

  test('a chain is none', () => {
    expect(noImportCircles(plantTree({ ...circle, 'c.ts': '' }))).toEqual([])
  })

  test('types are erased, so they close none', () => {
    expect(noImportCircles(plantTree({ ...circle, 'c.ts': "import type { A } from './a.ts'" }))).toEqual([])
  })

  test.each(["import { a } from './a.ts'", "export { a } from './a.ts'", "void import('./a.ts')"])(
    '%s closes one',
    (text) => {
      const [found] = noImportCircles(plantTree({ ...circle, 'c.ts': text }))
      expect(found?.message).toBe('import circle: a.ts, b.ts, c.ts')
    },
  )

  test('a file that imports itself is one', () => {
    expect(noImportCircles(plantTree({ 'a.ts': "import { a } from './a.ts'" }))).toHaveLength(1)
  })
})
