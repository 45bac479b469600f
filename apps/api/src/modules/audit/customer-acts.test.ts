import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/servers/test-database.ts'

const MODULES = fileURLToPath(new URL('..', import.meta.url))

const db = await testDatabase()
afterAll(() => db.close())

/** Acts of customers that a source hands to `append`: literals, or the literal start of a template. */
function actsIn(source: string): string[] {
  const handed = source.matchAll(
    /(?:actor(?:: \{ kind: 'customer', customer_id \})?,|(?:byCustomer|tellOfFactor)\(tx, customer_id, \{)\s*action: ['`]([^'`$]+)/g,
  )
  return [...handed].map(([, act = '']) => act)
}

test('every act of a customer that a module keeps is one that the database takes, and no other is', async () => {
  const sources = globSync(`${MODULES}*/**/*.ts`).filter((path) => !/\.test\.ts$|\/testing\//.test(path))
  const found = new Set(sources.flatMap((path) => actsIn(readFileSync(path, 'utf8'))))
  const taken = await db.asOwner<{ act: string }>('select act from audit.customer_acts() as act')
  const acts = taken.map(({ act }) => act)
  expect([...found].filter((begun) => !acts.some((act) => act.startsWith(begun)))).toEqual([])
  expect(acts.filter((act) => ![...found].some((begun) => act.startsWith(begun)))).toEqual([])
})

test('control: an act that the database does not take is found', () => {
  expect(actsIn("audit.byCustomer(tx, customer_id, { action: 'money.taken' })")).toEqual(['money.taken'])
})
