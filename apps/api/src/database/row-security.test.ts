import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../testing/servers/test-database.ts'
import type { Scope } from './database.ts'
import { newId } from './identifiers.ts'
import { PROCESS_ROLES } from './setup/process-roles.ts'
import { groupOf } from './setup/roles.ts'

const ANNE = newId()
const BERT = newId()
const TABLE = `
  create schema notes;
  grant usage on schema notes to adtally_program;
  create table notes.notes (customer_id uuid not null, words text not null);
  grant select, insert, update on notes.notes to adtally_program;`
const POLICY = `
  alter table notes.notes enable row level security;
  create policy own_rows on notes.notes
    using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));`

const db = await testDatabase()
afterAll(() => db.close())
await db.asOwner(TABLE)
await db.asOwner('insert into notes.notes values ($1, $2), ($3, $4)', [ANNE, 'of Anne', BERT, 'of Bert'])

const read = (scope: Scope) =>
  db.database.transaction(scope, async (tx) => {
    const { rows } = await sql<{ words: string }>`select words from notes.notes order by words`.execute(tx)
    return rows.map(({ words }) => words)
  })
const asAnne: Scope = { kind: 'customer', customer_id: ANNE }

describe('row-level security as migrations write it', () => {
  test('control: without the policy everybody sees everything', async () => {
    expect(await read(asAnne)).toEqual(['of Anne', 'of Bert'])
    await db.asOwner(POLICY)
    expect(await read(asAnne)).toEqual(['of Anne'])
  })

  test('with no scope nothing is visible, and a scope ends with its transaction', async () => {
    expect(await db.asProgram('select from notes.notes')).toEqual([])
    await read({ kind: 'system' })
    // More transactions than connections, so that some connections are reused.
    const seen = await Promise.all(
      Array.from({ length: 30 }, () => read({ kind: 'customer', customer_id: newId() })),
    )
    expect(seen.flat()).toEqual([])
  })

  test('the system sees all; single statements have its scope', async () => {
    expect(await read({ kind: 'system' })).toEqual(['of Anne', 'of Bert'])
    expect(
      await db.database.query({ name: 'notes', text: 'select words from notes.notes' }, []),
    ).toHaveLength(2)
  })

  test('a customer can neither write for another nor change another’s rows', async () => {
    await expect(
      db.database.transaction(asAnne, (tx) =>
        sql`insert into notes.notes values (${BERT}, 'forged')`.execute(tx),
      ),
    ).rejects.toThrow(/row-level security/)
    const changed = await db.database.transaction(asAnne, (tx) =>
      sql`update notes.notes set words = 'changed' where customer_id = ${BERT}`.execute(tx),
    )
    expect(changed.numAffectedRows).toBe(0n)
  })

  test.each(["x'; set local adtally.scope = 'system", '', ANNE.toUpperCase()])(
    'no scope from %j',
    async (customer_id) => {
      await expect(read({ kind: 'customer', customer_id })).rejects.toThrow('a scope needs a customer id')
    },
  )

  test('a partner’s scope is neither a customer’s nor the system’s, and no text makes another', async () => {
    expect(await read({ kind: 'partner', party_id: ANNE })).toEqual([])
    const seen = await db.database.transaction({ kind: 'partner', party_id: ANNE }, async (tx) => {
      const { rows } = await sql<{ party: string; customer: string | null }>`
        select platform.scope_party_id() as party, platform.scope_customer_id() as customer`.execute(tx)
      return rows
    })
    expect(seen).toEqual([{ party: ANNE, customer: null }])
    await expect(
      read({ kind: 'partner', party_id: "x'; set local adtally.scope = 'system" }),
    ).rejects.toThrow('a scope needs a party id')
  })

  test('the program may not take the policy away', async () => {
    await expect(db.asProgram('drop policy own_rows on notes.notes')).rejects.toThrow('must be owner')
    await expect(db.asProgram('alter table notes.notes disable row level security')).rejects.toThrow(
      'must be owner',
    )
    await expect(db.asProgram('set row_security = off; select from notes.notes')).rejects.toThrow(
      /row-level security/,
    )
  })
})

test('every table with rows of somebody’s own has row-level security', async () => {
  const open = await db.asOwner(`
    select distinct c.oid::regclass::text as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and not c.relrowsecurity and n.nspname !~ '^(pg_|information_schema)'
      and a.attname in ('customer_id', 'owner_id', 'person_id', 'session_id')
      and exists (
        select from platform.process_roles() as role where has_any_column_privilege(role, c.oid, 'select'))`)
  expect(open).toEqual([])
})

test('nothing is executable by, or belongs to, everybody or the program', async () => {
  const roles = ['adtally_program', ...PROCESS_ROLES.map(groupOf)]
  const open = await db.asOwner(
    `
    select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname !~ '^(pg_|information_schema)'
      and (p.proowner::regrole::text = any ($1)
        or exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) where grantee = 0))`,
    [roles],
  )
  expect(open).toEqual([])
  const owned = await db.asOwner('select relname from pg_class where relowner::regrole::text = any ($1)', [
    roles,
  ])
  expect(owned).toEqual([])
})
