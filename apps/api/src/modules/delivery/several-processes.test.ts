import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { connect } from '../../database/connection.ts'
import { PostgresDatabase } from '../../database/postgres-database.ts'
import { PROCESS_ROLES, type ProcessRole } from '../../database/setup/process-roles.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { keepAnswersRight, loadReading, type Period, StatisticsAnswers } from '../statistics/index.ts'
import { keepHouse, settleBooks, verifyStatistics } from './index.ts'
import { eventAfter, eventRow } from './testing/event-row.ts'
import { grantLease } from './testing/grant-lease.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
const RUNNING: readonly [Period, string][] = [
  [{ type: '1' }, 'UTC'],
  [{ type: '1' }, 'Asia/Kathmandu'],
  [{ type: '2' }, 'America/New_York'],
  [{ type: '3' }, 'Pacific/Chatham'],
  [{ type: '4' }, 'Asia/Bangkok'],
]
const PERIODS = [...RUNNING]

/** One API process with its own connections and kept answers. */
interface Process {
  answers: StatisticsAnswers
  database: PostgresDatabase
  loads: number
  stop(): Promise<void>
}

const processes: Process[] = []

const t = await testServices()
const market = await buildMarket(t.services, t.modules)
for (let index = 0; index < 3; index += 1) processes.push(await startProcess())
beforeEach(() => {
  // A period of two days that ends while the test runs, so that later events are outside of it.
  const today = Math.floor(t.services.clock.now_ms() / 86_400_000)
  PERIODS[RUNNING.length] = [{ type: '5', first_day: today, last_day: today + 1 }, 'UTC']
})
afterAll(async () => {
  for (const { stop } of processes) await stop()
  await t.close()
})

async function startProcess(): Promise<Process> {
  const database = new PostgresDatabase(t.db.program)
  const own = { ...t.services, database }
  const process: Process = {
    database,
    loads: 0,
    answers: new StatisticsAnswers((customer_id, window) => {
      process.loads += 1
      return loadReading(own, customer_id, window)
    }),
    stop: async () => {
      await stopListening()
      await database.close()
    },
  }
  const stopListening = await keepAnswersRight(database, process.answers)
  return process
}

async function poll({ answers }: Process, customer_id: string, [period, zone]: readonly [Period, string]) {
  const now = t.services.clock.now()
  const { text, etag } = await answers.answer(customer_id, period, zone, now.getTime())
  const { as_of, ...figures } = JSON.parse(`${text}${now.toISOString()}"}`)
  return { figures, etag, as_of }
}

/** The right figures, from an engine without kept answers. */
async function truth(customer_id: string, period: readonly [Period, string]) {
  const fresh = new StatisticsAnswers((id, window) => loadReading(t.services, id, window))
  return (
    await poll(
      { answers: fresh, database: t.db.database, loads: 0, stop: async () => {} },
      customer_id,
      period,
    )
  ).figures
}

/** Puts a plan's random events straight into the ingest, on their own lease, as tokens would bring them. */
async function visit(plan_id: string, count: number): Promise<void> {
  const { ingest } = t.services.delivery
  const node_id = await ingest.nodeId()
  const lease = await t.system(async (tx) => {
    return await grantLease(tx, plan_id, { node_id, slice_micros: 2_000_000n, least_micros: 1n })
  })
  const place = { placement_id: market.placement_id, publisher_id: market.publisher_id }
  await Promise.all(
    Array.from({ length: count }, async () => {
      const now_ms = t.services.clock.now_ms()
      const charge = { charge_micros: 2_000n, fee_micros: 400n }
      const row = eventRow(plan_id, lease?.lease_id ?? '', now_ms, { ...place, ...charge })
      await ingest.add(row, PHONE)
      if (Math.random() < 0.4) {
        const click = eventAfter(row, now_ms, { kind: 'click', charge_micros: 0n, fee_micros: 0n })
        await ingest.add(click, PHONE)
      }
    }),
  )
}

async function expectAllRight(customer_id: string): Promise<void> {
  for (const period of PERIODS) {
    // The period may end in between, so both are read again each time.
    const wrong = async () => {
      const right = await truth(customer_id, period)
      const read = await Promise.all(processes.map((process) => poll(process, customer_id, period)))
      return read
        .filter(({ figures }) => !isDeepStrictEqual(figures, right))
        .map(({ figures }) => [figures, right])
    }
    await expect.poll(wrong).toEqual([])
  }
}

test('several processes answer what the books say, after every batch, plan, correction and period, of days of one’s own too [proof 474]', async () => {
  const customer = await market.customerWith('400.00')
  await expectAllRight(customer.customer_id)
  const plan_id = await market.place(customer.customer_id, 100_000_000n)
  await t.services.delivery.refresh()
  await expectAllRight(customer.customer_id)
  for (let round = 0; round < 6; round += 1) {
    await visit(plan_id, 1 + round * 2)
    await settleBooks(t.services)
    await expectAllRight(customer.customer_id)
    await t.advance(7 * 3_600_000)
    await t.services.delivery.refresh()
    await keepHouse(t.services)
    await expectAllRight(customer.customer_id)
  }
  await market.place(customer.customer_id, 50_000_000n)
  await expectAllRight(customer.customer_id)
  await t.system(async (tx) => expect(await verifyStatistics(tx)).toEqual([]))
})

test('events change kept answers without reading the books again; equal readings have equal tags everywhere', async () => {
  const customer = await market.customerWith('400.00')
  const plan_id = await market.place(customer.customer_id, 100_000_000n)
  await t.services.delivery.refresh()
  // The first delivery changes the plan's status too, so only the second batch consists of events alone.
  for (const events of [3, 2]) {
    await visit(plan_id, events)
    await settleBooks(t.services)
    await expectAllRight(customer.customer_id)
  }
  const before = processes.map(({ loads }) => loads)
  for (let round = 0; round < 4; round += 1) {
    await visit(plan_id, 2)
    await settleBooks(t.services)
  }
  const right = await truth(customer.customer_id, [{ type: '1' }, 'UTC'])
  await expect
    .poll(async () =>
      (
        await Promise.all(
          processes.map((process) => poll(process, customer.customer_id, [{ type: '1' }, 'UTC'])),
        )
      ).map(({ figures }) => figures),
    )
    .toEqual(processes.map(() => right))
  expect(processes.map(({ loads }) => loads)).toEqual(before)
  const tags = await Promise.all(
    processes.map((process) => poll(process, customer.customer_id, [{ type: '1' }, 'UTC'])),
  )
  expect(new Set(tags.map(({ etag }) => etag)).size).toBe(1)
})

test('a process that lost its connection believes nothing it kept', async () => {
  const customer = await market.customerWith('400.00')
  const plan_id = await market.place(customer.customer_id, 100_000_000n)
  await t.services.delivery.refresh()
  await expectAllRight(customer.customer_id)
  const killed = await t.db.asProgram(
    "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %' and datname = current_database()",
  )
  expect(killed.length).toBeGreaterThanOrEqual(processes.length)
  await visit(plan_id, 2)
  await settleBooks(t.services)
  await expectAllRight(customer.customer_id)
})

test('who settles the books beside another process waits for it, and then they are settled [proof 1459]', async () => {
  const customer = await market.customerWith('400.00')
  const plan_id = await market.place(customer.customer_id, 100_000_000n)
  await t.services.delivery.refresh()
  await visit(plan_id, 2)
  const left = async () => {
    const [row] = await t.db.asOwner<{ batches: bigint }>(
      'select sum(last_batch - coalesce(batch, 0)) as batches from delivery.nodes left join delivery.cursors using (node_id)',
    )
    return Number(row?.batches)
  }
  const another = await connect(t.db.owner)
  await another.query('begin; select pg_advisory_xact_lock(150, 2)')
  await settleBooks(t.services, 'leave')
  expect(await left(), 'control: the other has not carried them').toBeGreaterThan(0)
  const settling = settleBooks(t.services)
  await expect
    .poll(() =>
      t.db.asOwner("select from pg_locks where locktype = 'advisory' and objid = 2 and not granted"),
    )
    .toHaveLength(1)
  await another.query('rollback')
  await another.end()
  await settling
  expect(await left()).toBe(0)
})

/** Sends a notice as a login, and waits until every process has heard it. */
async function heard(role: ProcessRole, notice: string): Promise<void> {
  const client = await connect(t.db.logins[role])
  const all = Promise.withResolvers<void>()
  let left = processes.length
  const stops = await Promise.all(
    processes.map(({ database }) =>
      database.listen(
        'told_all',
        () => {
          left -= 1
          if (left === 0) all.resolve()
        },
        () => {},
      ),
    ),
  )
  await client.query('select pg_notify($1, $2)', ['statistics_changed', notice])
  await client.query("select pg_notify('told_all', '')")
  await all.promise
  await Promise.all([client.end(), ...stops.map((stop) => stop())])
}

test('figures in a notice are believed if the database signed them, from no login [proof 793]', async () => {
  const customer = await market.customerWith('400.00')
  const plan_id = await market.place(customer.customer_id, 100_000_000n)
  await t.services.delivery.refresh()
  await visit(plan_id, 2)
  await settleBooks(t.services)
  await expectAllRight(customer.customer_id)
  const [totals] = await t.db.asOwner<{ version: bigint }>(
    'select version from statistics.customer_totals where customer_id = $1',
    [customer.customer_id],
  )
  const quarter_ms = Math.floor(t.services.clock.now_ms() / 900_000) * 900_000
  const forged = JSON.stringify({
    customer_id: customer.customer_id,
    version: Number(totals?.version) + 1,
    added: [[plan_id, quarter_ms, '1000000', '0', '0', '777000000', '0']],
  })
  const right = await truth(customer.customer_id, [{ type: '1' }, 'UTC'])
  const shown = async () => {
    const read = processes.map((process) => poll(process, customer.customer_id, [{ type: '1' }, 'UTC']))
    return (await Promise.all(read)).map(({ figures }) => figures)
  }
  for (const role of PROCESS_ROLES) {
    // One by one, because after a notice that is not believed all is read again.
    for (const notice of [forged, `${'0'.repeat(64)}${forged}`]) {
      await heard(role, notice)
      expect(await shown()).toEqual(processes.map(() => right))
    }
  }
  for (const role of PROCESS_ROLES) {
    const said = await saidByLogin(t.db.logins[role], `select statistics.signed('{}')`)
    expect(said).toMatch(/permission denied/)
    if (role !== 'api')
      expect(await saidByLogin(t.db.logins[role], 'select statistics.notice_key()')).toMatch(
        /permission denied/,
      )
  }
  // Control: signed it is believed.
  const [signed] = await t.db.asOwner<{ notice: string }>('select statistics.signed($1) as notice', [forged])
  await heard('sandbox', signed?.notice ?? '')
  expect(await shown()).not.toContainEqual(right)
})

test('negative control: without notices a kept answer stays behind the books', async () => {
  const customer = await market.customerWith('400.00')
  const plan_id = await market.place(customer.customer_id, 100_000_000n)
  await t.services.delivery.refresh()
  const deaf = new StatisticsAnswers((customer_id, window) => loadReading(t.services, customer_id, window))
  deaf.startListening()
  const deaf_process = { answers: deaf, database: t.db.database, loads: 0, stop: async () => {} }
  await poll(deaf_process, customer.customer_id, [{ type: '1' }, 'UTC'])
  await visit(plan_id, 2)
  await settleBooks(t.services)
  expect((await poll(deaf_process, customer.customer_id, [{ type: '1' }, 'UTC'])).figures).not.toEqual(
    await truth(customer.customer_id, [{ type: '1' }, 'UTC']),
  )
})
