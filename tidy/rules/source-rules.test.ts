import { describe, expect, test } from 'vitest'
import { plantTree, type Rule } from '../tree.ts'
import { featuresDoNotAwaitRereading, testsDoNotSleep, timeIsTheDatabases, zodIsMini } from './conventions.ts'
import { exportsAreDocumented } from './docstrings.ts'
import { noFloatNearMoney } from './money.ts'
import { nothingIsSilenced } from './silenced.ts'
import { sqlStaysInRepositories } from './sql.ts'
import { everyTestRuns, nothingIsPutOff } from './unfinished.ts'

const ACTION = 'apps/api/src/modules/plans/put.ts'
const TEST = 'apps/api/src/modules/plans/put.test.ts'
const CALL = 'apps/web/src/features/plans/api/plan-acts.ts'

/** How often `text` at `path` breaks the rule. */
const count = (rule: Rule, path: string, text: string) => rule(plantTree({ [path]: text })).length

describe('SQL', () => {
  test.each([
    "const a = 'select id from plans.plans'",
    "const a = 'SELECT id FROM plans.plans'",
    'const a = `\n  insert into plans.plans (id) values ($1)`',
    "const a = 'update plans.plans set status = $1'",
    'const a = `with due as (select 1) select * from due`',
    "const a = 'begin'",
    'const a = sql`now()`',
    "const a = tx.selectFrom('plans.plans').selectAll()",
    "const a = tx.deleteFrom('plans.plans')",
  ])('%s is found', (text) => {
    expect(count(sqlStaysInRepositories, ACTION, text)).toBeGreaterThan(0)
  })

  test.each([
    "const a = 'Select a plan from the list'",
    "const a = 'update failed'",
    "const a = 'begin again'",
  ])('%s is a sentence', (text) => {
    expect(count(sqlStaysInRepositories, ACTION, text)).toBe(0)
  })

  test.each([
    'apps/api/src/modules/plans/repository.ts',
    'apps/api/src/modules/plans/plan-repository.ts',
    'apps/api/src/database/pool.ts',
    'apps/api/src/modules/ledger/post.ts',
    TEST,
  ])('%s may hold it', (path) => {
    expect(count(sqlStaysInRepositories, path, "const a = 'select 1 from x'")).toBe(0)
  })
})

describe('money', () => {
  test.each([
    'const a = parseFloat(text)',
    'const a = Number.parseFloat(text)',
    'const a = rate.toFixed(2)',
    'const a = Number(plan.amount_micros)',
    'const a = +amount_micros',
    'const a = Math.round(spendMicros / share)',
    'interface Plan { amount_micros: number }',
    'interface Plan { amount_micros?: number | null }',
    'function f(amount_micros: number) {}',
    'const a = (spendMicros: number) => spendMicros',
    'const a = z.object({ amount: z.number() })',
    'const a = z.object({ fee_micros: z.optional(z.int()) })',
    'class A { amount_micros: number = 0 }',
  ])('%s is found', (text) => {
    expect(count(noFloatNearMoney, ACTION, text)).toBe(1)
  })

  test.each([
    'const a = Number(settings.port)',
    'const a = Math.max(0, wait_ms)',
    'interface Plan { amount_micros: bigint; conversions: number }',
    'const a = z.object({ amount: amountText, limit: z.int() })',
    'const a = -amount_micros',
  ])('%s is none of it', (text) => {
    expect(count(noFloatNearMoney, ACTION, text)).toBe(0)
  })
})

describe('silenced types', () => {
  test.each([
    'const a: any = 1',
    'const a = b as unknown as Plan',
    'const a = b as any',
    'const a = b as never',
    'const a = plans[0]!',
    'const a = <Plan>b',
    '// @ts-ignore\nconst a = 1',
    '// @ts-expect-error it knows better\nconst a = 1',
    '// biome-ignore lint/suspicious/noExplicitAny\nconst a = 1',
    '// biome-ignore lint/a11y/useAltText: <explanation>\nconst a = 1',
  ])('%s is found', (text) => {
    expect(count(nothingIsSilenced, ACTION, text)).toBeGreaterThan(0)
  })

  test('an error that is expected is found but where types are proved to refuse, and nothing else is let pass there', () => {
    const proving = 'apps/api/src/server/create-services.test.ts'
    expect(count(nothingIsSilenced, proving, '// @ts-expect-error\nconst a = 1')).toBe(0)
    expect(count(nothingIsSilenced, TEST, '// @ts-expect-error\nconst a = 1')).toBe(1)
    expect(count(nothingIsSilenced, proving, '// @ts-ignore\nconst a = 1')).toBe(1)
  })

  test.each([
    "const a = ['x'] as const",
    'const a: unknown = 1',
    '// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging\ninterface A {}',
  ])('%s is none', (text) => {
    expect(count(nothingIsSilenced, ACTION, text)).toBe(0)
  })
})

describe('what is put off or left out', () => {
  const mark = ['TO', 'DO'].join('')

  test.each([
    [ACTION, `// ${mark} later\nconst a = 1`],
    ['docs/ARCHITECTURE.md', `- ${mark}: say more`],
    ['apps/api/migrations/010-x/up.sql', `-- ${mark}`],
  ])('in %s: %s', (path, text) => {
    expect(count(nothingIsPutOff, path, text)).toBe(1)
  })

  test.each([
    "test.only('a', () => {})",
    "it.skip('a', () => {})",
    "describe.skip('a', () => {})",
    "test.describe.only('a', () => {})",
    "test.todo('a')",
    "test.skip.each([1])('a', () => {})",
    "test.skipIf(true)('a', () => {})",
    "test.fixme('a')",
  ])('%s is found', (text) => {
    expect(count(everyTestRuns, TEST, text)).toBeGreaterThan(0)
  })

  test('an ordinary test is not', () => {
    expect(count(everyTestRuns, TEST, "test.each([1])('a', () => { skip.only() })")).toBe(0)
  })
})

describe('conventions', () => {
  test.each([
    ['import classic zod', zodIsMini, ACTION, "import { z } from 'zod'"],
    ['read the process’s clock', timeIsTheDatabases, ACTION, 'const a = Date.now()'],
    ['read the process’s date', timeIsTheDatabases, ACTION, 'const a = new Date()'],
    ['sleep in a test', testsDoNotSleep, TEST, 'await page.waitForTimeout(500)'],
    ['sleep by a timer', testsDoNotSleep, TEST, 'await setTimeout(500)'],
    ['wait for a second at most', testsDoNotSleep, TEST, 'await vi.waitFor(() => {})'],
    ['wait for reading again', featuresDoNotAwaitRereading, CALL, 'client.invalidateQueries({})'],
  ] as const)('may not %s', (_name, rule, path, text) => {
    expect(count(rule, path, text)).toBe(1)
  })

  test.each([
    ['import zod/mini', zodIsMini, ACTION, "import * as z from 'zod/mini'"],
    ['make a date of a time', timeIsTheDatabases, ACTION, 'const a = new Date(row.created_at)'],
    [
      'read the clock where it is made',
      timeIsTheDatabases,
      'apps/api/src/database/time/clock.ts',
      'Date.now()',
    ],
    ['wait for a condition', testsDoNotSleep, TEST, 'await expect.poll(() => 1).toBe(1)'],
    ['read again', featuresDoNotAwaitRereading, CALL, 'readAgain(client, [planList])'],
  ] as const)('may %s', (_name, rule, path, text) => {
    expect(count(rule, path, text)).toBe(0)
  })
})

describe('docstrings', () => {
  test.each([
    'export function a() {}',
    'export const a = () => 1',
    'export async function a() {}',
    'export default function a() {}',
    'export class A {}',
    '// A comment of the wrong kind\nexport function a() {}',
    '/** Of something else. */\nconst b = 1\nexport function a() {}',
  ])('%s has none', (text) => {
    expect(count(exportsAreDocumented, ACTION, text)).toBe(1)
  })

  test.each([
    '/** Does it. */\nexport function a() {}',
    '/** Does it. */\nexport const a = () => 1',
    '/** One way. */\nexport function a(x: string): string\nexport function a(x: unknown) { return x }',
    'export const LIMIT = 20',
    'function a() {}',
  ])('%s needs none or has it', (text) => {
    expect(count(exportsAreDocumented, ACTION, text)).toBe(0)
  })
})
