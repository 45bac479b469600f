import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isCommonPassword } from '@adtally/contract/identity/common-password.ts'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/servers/test-database.ts'

const PAGE = readFileSync(fileURLToPath(new URL('../../../../../docs/security.md', import.meta.url)), 'utf8')

const db = await testDatabase()
afterAll(() => db.close())

/** The cells of the paper's rows whose first cell is `first`. */
function rowsOf(first: string): string[][] {
  return PAGE.split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(([cell]) => cell === first)
}

function namesIn(text: string | undefined): string[] {
  return [...(text ?? '').matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, name = '']) => name)
}

/** The tables of a level, by its row in the paper. */
function tablesOf(level: string): string[] {
  return rowsOf(level).flatMap((cells) => namesIn(cells[2]))
}

test('each kind of word that the paper lists makes no password', () => {
  const [, section = ''] = PAGE.split('## Passwords\n')
  const [table = ''] = section.split('| Rule |')
  const examples = [...table.matchAll(/\| `([^`]+)` \|/g)].map(([, example = '']) => example)
  expect(examples.length).toBeGreaterThanOrEqual(7)
  const own = ['robin.meyer', 'robin.meyer@example.com', 'Adtally']
  expect(examples.filter((example) => !isCommonPassword(example, own))).toEqual([])
  // For another person under another brand, the first person's own words are allowed.
  const others = examples.filter((example) => !isCommonPassword(example, ['kim', 'kim@example.org', 'Other']))
  expect(others).toEqual(['robin.meyer1', 'Robin.Meyer@example.com1', 'Adtally2026'])
})

test('what is not for everybody is bound by row-level security, or no process role reads it as it likes', async () => {
  const rows = await db.asOwner<{ name: string; bound: boolean; read_by: string[] }>(
    `select nspname || '.' || relname as name, relrowsecurity as bound, array(
       select role from unnest($1::text[]) as role where has_any_column_privilege(role, class.oid, 'select')) as read_by
     from pg_class class join pg_namespace namespace on namespace.oid = relnamespace where relkind in ('r', 'p')`,
    [['adtally_api', 'adtally_delivery', 'adtally_worker', 'adtally_office', 'adtally_sandbox']],
  )
  const known = new Map(rows.map((row) => [row.name, row]))
  const levels = ['secret', 'personal', 'confidential']
  const open = levels.flatMap((level) =>
    tablesOf(level).flatMap((name) => {
      const { bound = false, read_by = [] } = known.get(name) ?? {}
      return bound || (known.has(name) && read_by.length === 0)
        ? []
        : [`${level} ${name}: ${read_by.join(' ')}`]
    }),
  )
  expect(open).toEqual([])
})

test('no customer’s transaction reads a table that is secret', async () => {
  const rows = await db.asOwner<{ name: string }>(
    `select distinct schemaname || '.' || tablename as name from pg_policies where qual ~ 'scope_customer_id'`,
  )
  const customers = new Set(rows.map(({ name }) => name))
  expect(customers.size).toBeGreaterThan(10)
  expect(tablesOf('secret').filter((name) => customers.has(name))).toEqual([])
})
