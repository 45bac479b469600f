import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { startClock } from '../../database/time/database-clock.ts'
import { asRole } from '../../modules/as-role.ts'
import type { Authenticator } from '../../modules/authenticator.ts'
import type { Module } from '../../modules/module.ts'
import type { Services } from '../../modules/services.ts'
import { createServices } from '../../server/create-services.ts'
import { MODULES } from '../../server/modules.ts'
import { readSettings, type Settings } from '../../settings.ts'
import { drain } from '../../worker/drain.ts'
import { keptActs } from '../office/kept-acts.ts'
import { misledCheckers, noteActs, previewedBookings } from '../office/previewed-bookings.ts'
import { admitUsualStaff, beginStaffed } from '../worlds/build-staff.ts'
import { TEST_MASTER_SECRET } from './cluster.ts'
import { answeredPlans, type PlanAnswers } from './plan-answers.ts'
import { keptTemplate, type TestDatabase, testDatabase } from './test-database.ts'

/**
 * Real services on the test file's own database, with nothing in the background but the clock. Acts that a test calls
 * directly run as a member of every process role; those of the server, jobs or staff run as their own role.
 */
export interface TestServices {
  services: Services
  db: TestDatabase
  modules: readonly Module[]
  /** The answers to plans; a world may replace them. */
  answers: PlanAnswers
  /** Runs a transaction in the system’s scope, as a member of every process role. */
  system<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Works off due jobs and outbox messages; throws a handler's error. */
  drain(): Promise<void>
  /** Moves the sandbox clock and drains. */
  advance(by_ms: number): Promise<void>
  close(): Promise<void>
}

const METRICS_TOKEN = 'a-token-of-tests-for-metrics'
/** Fields with the token for `/metrics`. */
export const METRICS_FIELDS = { authorization: `Bearer ${METRICS_TOKEN}` }

const LEASE_WAIT_MS = 20_000

/** Settings with which every call of the contract is served: a playable sandbox with a bank, which answers nobody. */
export const WITH_EVERY_CALL = {
  SANDBOX_PLAY: 'on',
  BANK_CONNECTOR: 'http://127.0.0.1:9',
  BANK_KEY: 'a-key-of-a-bank-that-is-not-there-0',
  BANK_PUBLIC_KEY: 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
} as const

/** The cheapest that Argon2 allows: at the program's cost, hashing customers' passwords took a tenth of the processor. */
const CHEAP_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const

/** A test's settings, parsed as the program parses them. */
export function testSettings(variables: Record<string, string> = {}): Settings {
  const data_dir = join(tmpdir(), 'adtally-test-data', newId())
  return readSettings({
    SECRET: TEST_MASTER_SECRET,
    DATA_DIR: data_dir,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '9999999',
    DECISIONS_PER_MINUTE: '0',
    METRICS_TOKEN,
    ...variables,
  })
}

/**
 * Options of a test file's services; `real_hashes`: hash passwords at the program's cost; `no_staff`: begin with nobody,
 * where a test founds staff itself or counts all that is there.
 */
export interface ServicesWishes {
  /** The modules to serve and work off, by default all. In-memory services are always the whole program's. */
  modules?: readonly Module[]
  settings?: Settings
  log?: Logger
  /** Replaces identity's sessions. */
  sessions?: Authenticator
  real_hashes?: boolean
  no_staff?: boolean
  /** What the database begins with beside staff: `fill` makes it once for the template of this name. */
  begins_with?: { name: string; fill(t: TestServices): Promise<void> }
}

/** Already with the staff of `buildStaff`, who need only sign in: to make them took a tenth of the processor. */
const STAFFED_TEMPLATE = 'adtally_staffed'

/** Services as the program makes them. Await them at the top of a test file and `close` them in `afterAll`. */
export async function testServices(options: ServicesWishes = {}): Promise<TestServices> {
  if (options.no_staff || options.real_hashes) return await servicesOn(await testDatabase(), options)
  const t = await servicesOn(await testDatabase(await templateFor(options)), options)
  beginStaffed(t.services)
  return t
}

async function templateFor(options: ServicesWishes): Promise<string> {
  const staffed = await keptTemplate({
    name: STAFFED_TEMPLATE,
    fill: async (db) => {
      const t = await servicesOn(db, {})
      await admitUsualStaff(t.services).finally(t.stop)
    },
  })
  const { begins_with } = options
  if (!begins_with) return staffed
  return await keptTemplate({
    name: begins_with.name,
    of: staffed,
    fill: async (db) => {
      const t = await servicesOn(db, options)
      beginStaffed(t.services)
      await begins_with.fill(t).finally(t.stop)
    },
  })
}

async function servicesOn(
  db: TestDatabase,
  options: ServicesWishes,
): Promise<TestServices & { stop(): Promise<void> }> {
  const modules = options.modules ?? MODULES
  const clock = await startClock(db.database)
  const settings = options.settings ?? testSettings()
  const log = options.log ?? pino({ level: settings.log_level })
  const { database, databases } = db
  const made = await createServices({ database, databases, clock, settings, log, checks_replies: true })
  const { plans, answers } = answeredPlans(made.plans)
  const act_watch = keptActs(db.asOwner)
  const services: Services = {
    ...made,
    plans,
    sessions: options.sessions ?? made.sessions,
    ...(act_watch && { act_watch }),
  }
  const worker = asRole(services, 'worker')
  services.delivery.lease_wait_ms = LEASE_WAIT_MS
  if (!options.real_hashes) {
    services.identity.hasher.cost = CHEAP_COST
    services.staff_passwords.cost = CHEAP_COST
    services.partner_passwords.cost = CHEAP_COST
  }
  const stop = async () => {
    await services.ledger.close()
    await clock.stop()
  }
  return {
    services,
    db,
    modules,
    answers,
    system: (work) => services.database.transaction({ kind: 'system' }, work),
    drain: () => drain(worker, modules),
    async advance(by_ms) {
      await db.moveClock(by_ms)
      await clock.refresh()
      await drain(worker, modules)
    },
    stop,
    async close() {
      await stop()
      const approvals = await previewedBookings(db.asOwner, settings.currency).catch(() => [])
      await db.close()
      // Whatever act a test's staff approved: what was shown before is what was booked (PRODUCT §15).
      noteActs(approvals)
      const misled = misledCheckers(approvals)
      if (misled.length > 0)
        throw new Error(`approvals booked otherwise than they showed: ${JSON.stringify(misled)}`)
    },
  }
}
