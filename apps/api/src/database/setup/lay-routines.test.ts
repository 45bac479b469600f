import { afterAll, describe, expect, test } from 'vitest'
import { TEST_MADE_WITH } from '../../testing/servers/cluster.ts'
import { testDatabase } from '../../testing/servers/test-database.ts'
import { connect, onConnection } from '../connection.ts'
import { routineDifferences } from './lay-routines.ts'
import { migrate } from './migrate.ts'
import { type RoutineFile, readRoutines, routineFile } from './routine-files.ts'

const ROUTINES = readRoutines()
const EXTRA = [
  ['platform/extra_text.sql', "create function platform.extra_text() returns text language sql return 'a';"],
  ['platform/extra_view.sql', 'create view platform.extra_view as select platform.extra_text() as text;'],
] as const

const db = await testDatabase()
afterAll(() => db.close())

const withFiles = (...files: readonly (readonly [path: string, text: string])[]): RoutineFile[] => [
  ...ROUTINES,
  ...files.map(([path, text]) => routineFile(path, text)),
]

/** Starts a program with these files on the database; answers what it reports as strayed. */
async function start(routines: readonly RoutineFile[] = ROUTINES): Promise<readonly string[]> {
  const told: string[] = []
  await migrate(db.logins, TEST_MADE_WITH, { routines, onStrayed: (paths) => told.push(...paths) })
  return told
}

const differences = (routines: readonly RoutineFile[] = ROUTINES) =>
  onConnection(connect(db.owner), (client) => routineDifferences(client, routines))

/** What `change` makes differ from its file; afterwards the database is as before. */
async function strayedBy(change: string): Promise<readonly string[]> {
  return await onConnection(connect(db.owner), async (client) => {
    await client.query(`begin; ${change}`)
    return (await routineDifferences(client, ROUTINES)).strayed
  })
}

async function expectPutRight(strayed: readonly string[], change: () => Promise<unknown>): Promise<void> {
  const marks = () => db.asOwner('select path, mark from platform.routines order by path')
  const before = await marks()
  await change()
  expect((await differences()).strayed).toEqual(strayed)
  expect(await start()).toEqual(strayed)
  expect(await marks()).toEqual(before)
  expect(await differences()).toEqual({ wanted: [], strayed: [] })
  expect(await start()).toEqual([])
}

test('the database holds what the files hold, nothing more and nothing less', async () => {
  const held = await db.asOwner<{ path: string }>(
    `select distinct nspname || '/' || name as path
     from (
       select pronamespace as oid, proname as name from pg_proc
       union all select relnamespace, relname from pg_class where relkind in ('v', 'm')
     ) as routine join pg_namespace using (oid)
     where nspname !~ '^(pg_|information_schema$|testing$)'`,
  )
  const files = ROUTINES.filter(({ kind }) => kind === 'routine').map(
    ({ schema, name }) => `${schema}/${name}`,
  )
  expect(held.map(({ path }) => path).toSorted()).toEqual(files.toSorted())
  const counted = (kind: RoutineFile['kind'], statement: RegExp) =>
    ROUTINES.filter((file) => file.kind === kind).flatMap(({ text }) => text.match(statement) ?? []).length
  const [{ triggers = 0n, policies = 0n } = {}] = await db.asOwner<{ triggers: bigint; policies: bigint }>(
    `select (select count(*) from pg_trigger where not tgisinternal) as triggers,
       (select count(*) from pg_policies) as policies`,
  )
  expect(Number(triggers)).toBe(counted('triggers', /^create (constraint )?trigger/gm))
  expect(Number(policies)).toBe(counted('policies', /^create policy/gm))
  expect(await differences()).toEqual({ wanted: [], strayed: [] })
})

const CHANGES: readonly (readonly [name: string, change: string, strayed: readonly string[]])[] = [
  [
    'a function that does something else',
    'create or replace function platform.scope_is_system() returns boolean language sql stable parallel safe as $$ select true $$',
    ['platform/scope_is_system'],
  ],
  [
    'a function that no file holds',
    'create function platform.more() returns int language sql return 1',
    ['platform/more'],
  ],
  [
    'one more of a function’s name, also of one that is laid before the tables',
    'create function platform.now(int) returns int language sql return 1',
    ['platform/now'],
  ],
  [
    'a function that sees what its caller sees',
    'alter function platform.publish security invoker',
    ['platform/publish'],
  ],
  [
    'an aggregate and the function that it is made of',
    `create function platform.step(int, int) returns int language sql return 1;
     create aggregate platform.steps(int) (sfunc = platform.step, stype = int)`,
    ['platform/step', 'platform/steps'],
  ],
  [
    'a view that no file holds, and one that is kept as a table',
    `create view platform.one as select 1 as one;
     create materialized view platform.two as select one from platform.one`,
    ['platform/one', 'platform/two'],
  ],
  [
    'a function that everybody may call',
    'grant execute on function platform.advance_clock to public',
    ['platform/grants'],
  ],
  ['a policy that is gone', 'drop policy worker_only on platform.jobs', ['platform/policies']],
  ['a policy more', 'create policy all_of_it on platform.jobs using (true)', ['platform/policies']],
  [
    'a trigger that is off',
    'alter table platform.environment disable trigger environment_is_final',
    ['platform/triggers'],
  ],
  [
    'a trigger that is off for who copies',
    'alter table plans.plans enable trigger plans_terms',
    ['plans/triggers'],
  ],
  [
    'a trigger more, of a function that is not ours',
    `create schema elsewhere;
     create function elsewhere.lose() returns trigger language plpgsql as 'begin return null; end';
     create trigger lose before insert on platform.jobs for each row execute function elsewhere.lose()`,
    ['platform/triggers'],
  ],
  [
    'a rule that loses what is written',
    'create rule lose as on insert to platform.outbox do instead nothing',
    ['platform/triggers'],
  ],
  [
    'row-level security that is off',
    'alter table platform.jobs disable row level security',
    ['platform/policies'],
  ],
  [
    'row-level security that the owner is not held to',
    'alter table wallet.holds no force row level security',
    ['wallet/policies'],
  ],
  [
    'row-level security where everybody may see everything',
    'alter table platform.environment enable row level security, force row level security',
    ['platform/policies'],
  ],
  ['a right to write', 'grant insert on platform.clock_offset to adtally_program', ['platform/grants']],
  [
    'a right to one column',
    'grant update (offset_ms) on platform.clock_offset to adtally_program',
    ['platform/grants'],
  ],
  ['a right that is gone', 'revoke select on platform.environment from adtally_program', ['platform/grants']],
  ['a type that everybody may use', 'grant usage on type ledger.side to public', ['ledger/grants']],
  [
    'what is granted by default',
    `alter default privileges grant execute on functions to public;
     alter default privileges in schema platform grant select on tables to adtally_program`,
    ['platform/grants'],
  ],
  ['a schema that everybody may use', 'grant usage on schema platform to public', ['platform/grants']],
]

describe('what was changed past its file is put right at the next start, and told', () => {
  test.each(CHANGES)('%s is told', async (_name, change, strayed) => {
    expect(await strayedBy(change)).toEqual(strayed)
  })

  test('all of it at once is put right', async () => {
    const strayed = new Set(CHANGES.flatMap(([, , paths]) => paths))
    await expectPutRight([...strayed].toSorted(), async () => {
      for (const [, change] of CHANGES) await db.asOwner(change)
    })
  })

  test('a right that was given on', async () => {
    await expectPutRight(['platform/grants'], async () => {
      await db.asOwner('grant select on platform.jobs to adtally_program with grant option')
      await db.asProgram('grant select on platform.jobs to public')
    })
  })

  test('by one of those that start at once', async () => {
    await db.asOwner('drop policy worker_only on platform.outbox')
    const told = await Promise.all([start(), start(), start()])
    expect(told.flat()).toEqual(['platform/policies'])
  })
})

describe('a program with other files', () => {
  test('lays a new function and what needs it, in whatever order they stand, and takes them away again', async () => {
    expect(await start(withFiles(...EXTRA.toReversed()))).toEqual([])
    expect(await db.asOwner('select text from platform.extra_view')).toEqual([{ text: 'a' }])
    expect(await start()).toEqual([])
    expect(await db.asOwner("select to_regclass('platform.extra_view') as found")).toEqual([{ found: null }])
  })

  test('changes what a function returns, under a view that reads it', async () => {
    await start(withFiles(...EXTRA))
    const [, [path, view]] = EXTRA
    const other = 'create function platform.extra_text() returns bigint language sql return 7::bigint;'
    await start(withFiles(['platform/extra_text.sql', other], [path, view]))
    expect(await db.asOwner('select text from platform.extra_view')).toEqual([{ text: 7n }])
    await start()
  })

  test.each([
    [
      'that is no SQL',
      'create function platform.bad( nonsense',
      /^Routine platform\/bad could not be laid: .*\(line 1\)\.$/,
    ],
    [
      'that needs what is nowhere',
      'create view platform.bad as\nselect platform.nowhere();',
      /nowhere\(\) does not exist \(line 2\)/,
    ],
  ])('says which file it is %s, and changes nothing', async (_name, text, sentence) => {
    await expect(start(withFiles(...EXTRA, ['platform/bad.sql', text]))).rejects.toThrow(sentence)
    expect(await differences()).toEqual({ wanted: [], strayed: [] })
  })

  test('is refused where a table would come to depend on a function of its own', async () => {
    await db.asOwner('create table platform.leaning (a boolean default platform.scope_is_system())')
    await expect(start(withFiles(...EXTRA))).rejects.toThrow(/platform\.leaning/)
    await db.asOwner('drop table platform.leaning')
    expect(await differences()).toEqual({ wanted: [], strayed: [] })
  })

  test('is refused where somebody else’s view would go with one of ours', async () => {
    await db.asOwner('create view public.report as select * from wallet.money_owed')
    await expect(start(withFiles(...EXTRA))).rejects.toThrow(
      /view public\.report depends on view wallet\.money_owed/,
    )
    expect(await db.asOwner('select from public.report')).toHaveLength(0)
    await db.asOwner('drop view public.report')
    expect(await differences()).toEqual({ wanted: [], strayed: [] })
  })
})

describe('a program that runs meanwhile', () => {
  /** Locks outbox and jobs in the opposite order of others; answers once it holds the outbox. */
  async function using(): Promise<{ goOn: () => Promise<void> }> {
    const client = await connect(db.owner)
    await client.query('begin; lock table platform.outbox in row exclusive mode')
    return {
      async goOn() {
        await client.query('lock table platform.jobs in row exclusive mode; commit')
        await client.end()
      },
    }
  }
  const waiting = async () =>
    await db.asOwner(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )

  test('is waited for, and is never told of a deadlock', async () => {
    await db.asOwner('create function platform.more() returns int language sql return 1')
    const program = await using()
    const started = start()
    await expect.poll(waiting).toHaveLength(1)
    await program.goOn()
    expect(await started).toEqual(['platform/more'])
  })

  test('calls what was laid anew by the statements that it has prepared', async () => {
    const now = () => db.database.query({ name: 'told-now', text: 'select platform.now()' }, [])
    expect(await now()).toHaveLength(1)
    await db.asOwner('create function platform.more() returns int language sql return 1')
    const answers: Promise<unknown[]>[] = []
    const started = start()
    let is_over = false
    started.finally(() => {
      is_over = true
    })
    while (!is_over) {
      const answer = now()
      answers.push(answer)
      await answer
    }
    expect(await started).toEqual(['platform/more'])
    expect((await Promise.all(answers)).flat()).toHaveLength(answers.length)
  })
})

test('a function in `public` is called by nobody who does not say so', async () => {
  await db.asOwner('grant usage on schema public to public')
  await db.asOwner("create function public.lower(name) returns text language sql return 'taken for it'")
  const found = await db.database.query({ name: 'lower', text: "select lower('ADTALLY'::name) as lower" }, [])
  expect(found).toEqual([{ lower: 'adtally' }])
})
