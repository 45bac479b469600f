import { sql } from 'kysely'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { Database } from '../../database/database.ts'
import { verifyLedger } from '../../modules/ledger/index.ts'
import type { Services } from '../../modules/services.ts'
import { DEMO_MADE, demoMade, demoProgram } from '../../testing/servers/demo-program.ts'
import { seedDemo } from '../start-demo.ts'

const ORIGINS = { publisher: 'http://127.0.0.1:7001', advertiser: 'http://127.0.0.1:7002' }
/** More than there are acts: a seeding that makes no progress is let through, so that the duplicates show. */
const ENDED_MAX = 150

/** The seeding is ended every so many acts; `npm run prove -- full` ends it after each. */
const ACTS_BETWEEN = Number(process.env.SEED_ACTS_BETWEEN ?? 5)

const { t, url, bank } = await demoProgram()
afterAll(() => t.close())
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Stands for the program's end: nothing runs after it. */
class Ended extends Error {}

type AfterAct = () => Promise<void>

/** Services for staff whose writes call `after_act`; the program's own work is not affected. */
function staffServices(after_act: AfterAct): Services {
  const { database, databases } = t.services
  return {
    ...t.services,
    database: followed(database, after_act),
    databases: { ...databases, office: followed(databases.office, after_act) },
  }
}

function followed(database: Database, after_act: AfterAct): Database {
  const transaction: Database['transaction'] = async (scope, work) => {
    let has_written = false
    const result = await database.transaction(scope, async (tx) => {
      const made = await work(tx)
      const { rows } = await sql<{ written: boolean }>`
        select pg_current_xact_id_if_assigned() is not null as written`.execute(tx)
      has_written = rows.some(({ written }) => written)
      return made
    })
    if (has_written) await after_act()
    return result
  }
  return {
    transaction,
    query: (statement, values) => database.query(statement, values),
    listen: (channel, receive, reconnected) => database.listen(channel, receive, reconnected),
    reach: () => database.reach(),
    close: () => database.close(),
  }
}

/** A fetch for customers that calls `after_act` after each call that may have changed something. */
function customersFetch(after_act: AfterAct): typeof fetch {
  const there = globalThis.fetch
  return async (input, init) => {
    const response = await there(input, init)
    if (init?.method === 'POST') await after_act()
    return response
  }
}

/**
 * How far the seeding has come. Surplus rows count as one, so that a seeding that repeats an act at each start still
 * ends and shows it. Things made at every start, such as sessions, don't count.
 */
async function stateNow(): Promise<string> {
  const made = await demoMade(t)
  return Object.entries(DEMO_MADE)
    .map(([name, wanted]) => `${name} ${Math.min(made[name] ?? 0, wanted + 1)}`)
    .join()
}

test('a seeding that is ended again and again and restarted makes the same as an undisturbed one', {
  timeout: 600_000,
}, async () => {
  const seen = new Set([await stateNow()])
  const endAtNewState: AfterAct = async () => {
    const state = await stateNow()
    if (seen.has(state) || seen.size > ENDED_MAX) return
    seen.add(state)
    if (seen.size % ACTS_BETWEEN === 0) throw new Ended()
  }
  const services = staffServices(endAtNewState)
  vi.stubGlobal('fetch', customersFetch(endAtNewState))
  const start = (): Promise<boolean> =>
    seedDemo(services, t.modules, url, ORIGINS, { bank }).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof Ended)) throw error
        return false
      },
    )
  while (!(await start()));
  expect(await demoMade(t)).toEqual(DEMO_MADE)
  expect(seen.size).toBeGreaterThan(80)
  await t.system(async (tx) => {
    expect((await verifyLedger(tx)).differences).toEqual([])
  })
})
