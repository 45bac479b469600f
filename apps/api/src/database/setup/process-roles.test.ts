import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../testing/servers/test-database.ts'
import { connect, onConnection } from '../connection.ts'
import { codeOf } from '../start-error.ts'
import { PROCESS_ROLES, type ProcessRole } from './process-roles.ts'
import { groupOf } from './roles.ts'

const PAGE = fileURLToPath(new URL('../../../../../docs/process-roles.md', import.meta.url))

/** A role's right on a table, with the columns if it may not change all. */
interface Right {
  table: string
  is_table: boolean
  role: ProcessRole
  reads: boolean
  adds: boolean
  removes: boolean
  changes: string[]
  columns: string[]
}

let rights: Right[]

const db = await testDatabase()
afterAll(() => db.close())
rights = await readRights()

async function readRights(): Promise<Right[]> {
  return await db.asOwner<Right>(
    `select class.oid::regclass::text as table, relkind = 'r' as is_table, role, has_any_column_privilege(grp, class.oid, 'select') as reads,
       has_any_column_privilege(grp, class.oid, 'insert') as adds,
       has_table_privilege(grp, class.oid, 'delete, truncate') as removes,
       array(select attname::text from pg_attribute
         where attrelid = class.oid and attnum > 0 and not attisdropped
           and has_column_privilege(grp, class.oid, attnum, 'update') order by attname) as changes,
       array(select attname::text from pg_attribute
         where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
         order by attnum) as columns
     from pg_class class join pg_namespace namespace on namespace.oid = relnamespace,
       unnest($1::text[], $2::text[]) with ordinality as process (role, grp, position)
     where relkind in ('r', 'v') and nspname !~ '^(pg_|information_schema$|public$|testing$)'
     order by 1, position`,
    [PROCESS_ROLES, PROCESS_ROLES.map(groupOf)],
  )
}

/** The lines of the page's first table, from the database. */
function tableLines(): string[] {
  const by_table = Map.groupBy(rights, ({ table }) => table)
  return [...by_table].map(([table, of]) => {
    const who = (may: (right: Right) => boolean) =>
      of
        .filter(may)
        .map(({ role }) => role)
        .join(' ') || '–'
    const changes = of
      .filter((right) => right.changes.length > 0)
      .map(({ role, changes }) => `${role}: ${changes.join(', ')}`)
    return `| \`${table}\` | ${who(({ reads }) => reads)} | ${who(({ adds }) => adds)} | ${changes.join('; ') || '–'} | ${who(({ removes }) => removes)} |`
  })
}

/** The lines of the page's second table, from the database. */
async function functionLines(): Promise<string[]> {
  const rows = await db.asOwner<{ name: string; who: ProcessRole[] }>(
    `select distinct namespace.nspname || '.' || proname as name, array(
       select role from unnest($1::text[], $2::text[]) with ordinality as process (role, grp, position)
       where has_function_privilege(grp, called.oid, 'execute') order by position) as who
     from pg_proc called join pg_namespace namespace on namespace.oid = pronamespace
     where nspname !~ '^(pg_|information_schema$|public$|testing$)' order by 1`,
    [PROCESS_ROLES, PROCESS_ROLES.map(groupOf)],
  )
  return rows.filter(({ who }) => who.length > 0).map(({ name, who }) => `| \`${name}\` | ${who.join(' ')} |`)
}

/** The lines of a table on the page. */
function declared(heading: string): string[] {
  const [, section = ''] = readFileSync(PAGE, 'utf8').split(`\n## ${heading}\n`)
  return (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'))
}

describe('what each process role may do is declared in docs/process-roles.md, and nothing else', () => {
  test('of every table and view [proof 114]', () => {
    expect(declared('Tables')).toEqual(tableLines())
  })

  test('of every function [proof 115]', async () => {
    expect(declared('Functions')).toEqual(await functionLines())
  })

  test('control: a right that is granted past the page is found', async () => {
    await db.asOwner('grant update (send_by) on wallet.withdrawals to adtally_api')
    rights = await readRights()
    expect(declared('Tables')).not.toEqual(tableLines())
    await db.asOwner('revoke update (send_by) on wallet.withdrawals from adtally_api')
    rights = await readRights()
    expect(declared('Tables')).toEqual(tableLines())
  })
})

/** PostgreSQL's error code for a statement, which is rolled back, or null. */
async function answerTo(client: Client, statement: string): Promise<string | null> {
  await client.query("begin; set local adtally.scope = 'system'")
  try {
    await client.query(statement)
    return null
  } catch (error) {
    return codeOf(error) ?? 'unknown'
  } finally {
    await client.query('rollback')
  }
}

/** Every statement of a kind that a role may not run, by the catalogue; column by column. */
function forbidden(role: ProcessRole): string[] {
  return rights
    .filter((right) => right.role === role && right.is_table)
    .flatMap(({ table, adds, removes, changes, columns }) => [
      ...(adds ? [] : [`insert into ${table} default values`]),
      ...(removes ? [] : [`delete from ${table} where false`]),
      ...columns
        .filter((column) => !changes.includes(column))
        .map((column) => `update ${table} set ${column} = null where false`),
    ])
}

describe.each(PROCESS_ROLES)('the login of %s', (role) => {
  test('is refused every insert, update of a column and delete that is not its own [proof 116]', async () => {
    const statements = forbidden(role)
    expect(statements.length).toBeGreaterThan(500)
    const passed: string[] = []
    await onConnection(connect(db.logins[role]), async (client) => {
      for (const statement of statements) {
        if ((await answerTo(client, statement)) !== '42501') passed.push(statement)
      }
    })
    expect(passed).toEqual([])
  })
})

const PROPOSAL = `operators.propose('x', uuidv7(), 'a', 'b', 'c', null, '{}', 'r', '{}', null, '{}')`
/** What somebody with a leaked password or an injection would try. */
const TRIED: Readonly<Record<ProcessRole, readonly string[]>> = {
  api: [
    'select sandbox.step_clock(1)',
    'select sandbox.wish_clock(uuidv7(), uuidv7(), uuidv7(), 3600000)',
    "select platform.move_clock(1, 'x')",
    'insert into wallet.deposits default values',
    "select platform.take_due_job('{reconciliation.nightly}')",
    "select platform.postpone_job('a', 'b', now(), 'c')",
    'update platform.jobs set due_at = now()',
    'select * from operators.staff',
    'select * from operators.secrets',
    `select ${PROPOSAL}`,
    "select operators.approve('x', uuidv7(), '{}')",
    "select audit.append_staff_act('x', 'a', 'b', 'c', null, 'r', '{}')",
    'insert into plans.results default values',
    'select standing.count_result(uuidv7(), 1::smallint)',
    'select delivery.close_leases()',
    'select delivery.grant_lease(uuidv7(), 1, 1, 1, 1, 1)',
    'insert into policies.versions default values',
    'insert into identity.licence_codes default values',
    'update identity.customers set status = status',
    'update wallet.withdrawals set send_by = now()',
    'insert into reconciliation.runs default values',
  ],
  delivery: [
    'select sandbox.step_clock(1)',
    'select sandbox.wish_clock(uuidv7(), uuidv7(), uuidv7(), 3600000)',
    "select platform.move_clock(1, 'x')",
    'select * from wallet.withdrawals',
    'select * from identity.customers',
    'select * from identity.sessions',
    'select * from ledger.accounts',
    'select * from plans.results',
    'select * from plans.receivables',
    "select ledger.account_id('promo', uuidv7(), null)",
    'update delivery.budgets set spent_micros = 0',
    'update delivery.events set charge_micros = 0',
    'insert into delivery.budgets default values',
    'insert into delivery.verdicts default values',
    "select audit.append_program_act('a', 'b', 'c', null, null, '{}')",
    "select platform.schedule_job('plan.due', 'x', now())",
    `select ${PROPOSAL}`,
  ],
  worker: [
    'select sandbox.step_clock(1)',
    'select sandbox.wish_clock(uuidv7(), uuidv7(), uuidv7(), 3600000)',
    "select platform.move_clock(1, 'x')",
    'select * from identity.sessions',
    'select * from identity.login_passwords',
    'select * from identity.transaction_passwords',
    'select * from operators.secrets',
    'select * from operators.staff',
    'update follows.drafts set plan_id = uuidv7()',
    'insert into identity.sessions default values',
    "select operators.approve('x', uuidv7(), '{}')",
    "select operators.sign_in('x', ''::bytea, ''::bytea, 1, null, 'x', 'local', null, null, null)",
    `select ${PROPOSAL}`,
    "select audit.append_staff_act('x', 'a', 'b', 'c', null, 'r', '{}')",
    "select audit.append_customer_act(uuidv7(), 'a', 'b', 'c', null, 'r', '{}')",
    'insert into wallet.bank_lines default values',
    'update wallet.withdrawals set approved_at = now()',
    'select * from wallet.connector_key',
    'update wallet.holds set deadline = now()',
    'update platform.jobs set due_at = now()',
    'delete from platform.jobs',
    'insert into plans.plans default values',
  ],
  office: [
    'select * from identity.login_passwords',
    'select * from identity.transaction_passwords',
    'select token_hash from identity.sessions',
    'select secret_sealed from identity.second_factors',
    'insert into identity.sessions default values',
    'update identity.transaction_passwords set attempts = 0',
    "select platform.take_due_job('{plan.due}')",
    'select delivery.close_leases()',
    'insert into delivery.verdicts default values',
    'insert into plans.results default values',
    'insert into plans.plans default values',
    'insert into wallet.withdrawals default values',
    "select audit.append_customer_act(uuidv7(), 'a', 'b', 'c', null, 'r', '{}')",
    "select ledger.record_requests('{}', '{}', '{}', '{}', '{}')",
    'update platform.clock_offset set offset_ms = 0',
    'select * from operators.secrets',
    'select sandbox.step_clock(1)',
    'select sandbox.wish_clock(uuidv7(), uuidv7(), uuidv7(), 3600000)',
  ],
  sandbox: [
    'select * from identity.customers',
    'select * from identity.sessions',
    'select * from sandbox.clock_wishes',
    'select * from platform.clock_offset',
    'select * from ledger.accounts',
    'select * from wallet.withdrawals',
    'select * from operators.staff',
    'update platform.clock_offset set offset_ms = 0',
    'update sandbox.clock_wishes set until_at = until_at',
    'insert into sandbox.clock_wishes default values',
    'update identity.sessions set expires_at = expires_at',
    "select platform.move_clock(1, 'x')",
    "select platform.advance_clock('x', 1)",
    "select platform.schedule_job('plan.due', 'x', now())",
    "select platform.take_due_job('{plan.due}')",
    "select platform.publish('a', 'b', '{}')",
    "select ledger.account_id('promo', uuidv7(), null)",
    "select audit.append_program_act('clock.wished', 'b', 'c', null, null, '{}')",
    `select ${PROPOSAL}`,
    'create table sandbox.more ()',
  ],
}

test.each(PROCESS_ROLES)('what would be tried first as %s is refused', async (role) => {
  await onConnection(connect(db.logins[role]), async (client) => {
    for (const statement of TRIED[role])
      expect([statement, await answerTo(client, statement)]).toEqual([statement, '42501'])
  })
})
