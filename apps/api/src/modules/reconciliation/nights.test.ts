import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { expectRefusedByGuard } from '../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { atNoon } from '../../testing/servers/at-noon.ts'
import { type TestServices, testServices } from '../../testing/servers/test-services.ts'
import { PartiesWorld } from '../../testing/worlds/parties-world.ts'
import { nightOf } from './rules.ts'

const DAY_MS = 86_400_000

let t: TestServices
let world: PartiesWorld

beforeEach(async () => {
  t = await testServices()
  // A jump that begins within ten minutes of a night's excuses that night.
  await atNoon(t)
  await byOwner('platform.clock_advances', 'delete from platform.clock_advances')
  world = await PartiesWorld.make(t)
  await start()
})
afterEach(() => t.close())

async function start(): Promise<void> {
  await (await t.modules.find(({ name }) => name === 'reconciliation')?.start?.(t.services))?.()
}

/** Changes a table as the schema's owner, with its triggers off. */
async function byOwner(table: string, statement: string): Promise<void> {
  await t.db.asOwner(
    `begin; alter table ${table} disable trigger user; ${statement}; alter table ${table} enable trigger user; commit`,
  )
}

/** Lets days pass with entries in each, as without a jump of the sandbox's clock. */
async function live(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    await t.advance(DAY_MS)
    await world.ownMoney('1.00')
  }
  await byOwner('platform.clock_advances', 'delete from platform.clock_advances')
}

/** Lives into the next night without its proof, and jumps to the one after it. */
async function skipNightAfter(minutes: number): Promise<void> {
  const { clock } = t.services
  const begins_in_ms = nightOf(clock.now()).next_at.getTime() - clock.now_ms()
  await t.db.moveClock(begins_in_ms + minutes * 60_000)
  await byOwner('platform.clock_advances', 'delete from platform.clock_advances')
  await world.ownMoney('1.00')
  await t.advance(DAY_MS)
}

interface Run {
  run_id: string
  night: string | null
  asked_by: string | null
  differences: number
}
const runs = () =>
  t.db.asOwner<Run>(
    'select run_id, night::text, asked_by, differences from reconciliation.runs order by sequence',
  )

/** The subjects of open items, all of which are about nights. */
async function open(): Promise<string[]> {
  const items = await world.office.list('list-differences')
  expect(items.filter(({ proof }) => proof !== 'night')).toEqual([])
  return items.map(({ subject }) => String(subject))
}

describe('each night has its proof', () => {
  test('nights that were lived through, and those that a clock jumped over, leave no difference', async () => {
    await live(3)
    expect((await runs()).map(({ differences }) => differences)).toEqual([0, 0, 0])
    await t.advance(20 * DAY_MS)
    await world.ownMoney('1.00')
    await start()
    await t.drain()
    expect(await runs(), 'control: a start proves nothing by itself').toHaveLength(4)
    expect(await world.differences()).toBe(0)
  })

  test('one that a clock jumped to the end of half an hour after it began is a difference; as it began it is none [proof 874]', async () => {
    await live(1)
    await skipNightAfter(30)
    expect(await open(), 'control').toHaveLength(1)
    await skipNightAfter(1)
    expect(await open()).toHaveLength(1)
  })

  test('one whose run is gone is a difference, where entries were written in it', async () => {
    await live(3)
    const [, second] = await runs()
    await byOwner('reconciliation.runs', `delete from reconciliation.runs where run_id = '${second?.run_id}'`)
    await start()
    await t.drain()
    expect(await open()).toEqual([`night ${second?.night}`])
    const [newest] = (await runs()).slice(-1)
    expect(newest).toMatchObject({ night: null, asked_by: null, differences: 1 })
    await start()
    await t.drain()
    expect(await runs(), 'told once').toHaveLength(3)
  })

  test('a job that was put off is told by the next start, and is due again [proof 101]', async () => {
    await live(1)
    await t.db.asOwner("update platform.jobs set due_at = '2099-01-01' where kind = 'reconciliation.nightly'")
    await live(1)
    expect(await runs(), 'put off: the night has no run').toHaveLength(1)
    await start()
    await t.drain()
    expect(await open()).toEqual(['job'])
    await live(2)
    expect((await runs()).filter(({ night }) => night !== null)).toHaveLength(3)
    expect(await open(), 'the night before the start is told by the next run').toHaveLength(2)
  })

  test('a job that is gone is told by the next start, and is there again', async () => {
    await live(1)
    await t.db.asOwner("delete from platform.jobs where kind = 'reconciliation.nightly'")
    await start()
    await t.drain()
    expect(await open()).toEqual(['job'])
    await live(1)
    expect((await runs()).filter(({ night }) => night !== null)).toHaveLength(2)
    expect(await world.differences()).toBe(0)
  })

  test('a night that somebody declares done is proved all the same, and the declaration is a difference [proof 102]', async () => {
    await live(1)
    const tomorrow = new Date(t.services.clock.now_ms() + DAY_MS - 7_200_000).toISOString().slice(0, 10)
    const run_id = newId()
    await t.db.asOwner(
      `insert into reconciliation.runs (run_id, night, currency, figures, differences, began_at, ended_at)
       values ('${run_id}', '${tomorrow}', 'USD', '{}', 0, platform.now(), platform.now())`,
    )
    await live(1)
    expect((await runs()).map(({ night, differences }) => ({ night, differences })).slice(-2)).toEqual([
      { night: tomorrow, differences: 0 },
      { night: null, differences: 1 },
    ])
    expect(await open()).toEqual([`run ${run_id}`])
  })

  test('a run that somebody else wrote is listed without figures, and keeps no other from being read [proof 1171]', async () => {
    await live(1)
    await t.db.asOwner(
      `insert into reconciliation.runs (run_id, night, currency, figures, differences, began_at, ended_at)
       select uuidv7(), night + 1, 'USD', figures || '{"counts": {"accounts": "many"}}', 0, ended_at, ended_at
       from reconciliation.runs`,
    )
    const listed = await world.office.list('list-reconciliations')
    expect(listed).toHaveLength(2)
    const [{ night = null } = {}] = await runs()
    expect(listed[0]).toMatchObject({ figures: null })
    expect(listed[1]).toMatchObject({ night, figures: { currency: 'USD', equation: { contra: '0.00' } } })
  })

  test('nor does one that was told before keep its night from being proved [proof 785]', async () => {
    await live(1)
    const tomorrow = new Date(t.services.clock.now_ms() + DAY_MS - 7_200_000).toISOString().slice(0, 10)
    await t.db.asOwner(
      `insert into reconciliation.runs (run_id, night, currency, figures, differences, began_at, ended_at)
       values (uuidv7(), '${tomorrow}', 'USD', '{}', 0, platform.now(), platform.now())`,
    )
    expect(await world.differences()).toBe(1)
    const before = (await runs()).length
    await live(1)
    expect((await runs()).slice(before)).toMatchObject([{ night: null, asked_by: null, differences: 1 }])
  })

  test('a night is the worker’s to declare, and none that has not begun [proof 786]', async () => {
    const declared = (role: 'office' | 'worker', night: string) =>
      saidByLogin(
        t.db.logins[role],
        `insert into reconciliation.runs (run_id, night, currency, figures, differences, began_at, ended_at)
         values (uuidv7(), ${night}, 'USD', '{}', 0, platform.now(), platform.now())`,
      )
    const guard = ['reconciliation.runs', 'runs_guarded'] as const
    const next = "(platform.now() at time zone 'UTC' + interval '23 hours')::date"
    for (const role of ['office', 'worker'] as const) {
      await expectRefusedByGuard(
        t.db.asOwner,
        guard,
        () => declared(role, next),
        /not written here, or not yet/,
      )
    }
    const now = "(platform.now() at time zone 'UTC' - interval '2 hours')::date"
    await expectRefusedByGuard(t.db.asOwner, guard, () => declared('office', now), /not written here/)
    expect(await declared('worker', now)).toBe('done')
    expect(await declared('office', 'null')).toBe('done')
  })

  test('a run whose findings were taken back is a difference', async () => {
    await live(1)
    await byOwner('reconciliation.runs', 'update reconciliation.runs set differences = 3')
    expect(await world.differences()).toBe(1)
    expect(await open()).toEqual([`run ${(await runs())[0]?.run_id}`])
  })
})
