import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type Connection, connect, onConnection } from '../../database/connection.ts'
import { startEmbeddedPostgres } from '../../database/embedded/embedded-postgres.ts'
import { runningPostmaster } from '../../database/embedded/postmaster.ts'
import { madeWith } from '../../database/setup/made-with.ts'
import { migrate } from '../../database/setup/migrate.ts'
import { PROCESS_ROLES } from '../../database/setup/process-roles.ts'
import { DATABASE, type Logins, prepareGiven } from '../../database/setup/roles.ts'
import { deriveSecrets } from '../../secrets.ts'
import { readSettings } from '../../settings.ts'
import { allowInventedCauses } from '../invented-causes.ts'
import { makeOwnDatabase } from './own-server.ts'
import { makeWideLogin } from './wide-login.ts'

const PREFIX = 'adtally-test-'
const SHARED_MEMORY = '/dev/shm'
/** Room for some databases at once and the log, with margin. */
const ROOM_BYTES = 4 * 1024 ** 3
export const TEST_MASTER_SECRET = 'secret of tests, nothing else ever uses it'
export const TEMPLATE = DATABASE
const test_secret = deriveSecrets(TEST_MASTER_SECRET)
/** The settings that test databases are made with. */
export const TEST_MADE_WITH = madeWith({ ledger_mode: 'sandbox', currency: 'USD', secret: test_secret })

/** What test files need to make their own databases; plain values, because it is passed to worker processes. */
export interface TestCluster {
  superuser: Connection
  logins: Logins
  /** A login that no program has: a member of every process role, for acts that tests call directly. */
  program: Connection
}

/**
 * Starts a PostgreSQL server in a temporary folder (without fsync: nothing in it outlives the tests) with every
 * migration applied to the template that test files clone. Returns how to stop it.
 */
export async function startTestCluster(): Promise<{ cluster: TestCluster; stop: () => Promise<void> }> {
  removeAbandoned()
  const folder = mkdtempSync(join(placeOfClusters(), PREFIX))
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'owner.pid'), String(process.pid))
  const log = pino({ level: 'silent' })
  const server = await startEmbeddedPostgres({
    data_dir: folder,
    superuser_password: 'tests',
    durable: false,
    onEvent: (event, detail) => log.error({ event, detail }),
  })
  const DATABASE_URL = await makeOwnDatabase(server.superuser)
  const settings = readSettings({ SECRET: TEST_MASTER_SECRET, DATA_DIR: folder, DATABASE_URL })
  const logins = await prepareGiven(DATABASE_URL, settings)
  await migrate(logins, TEST_MADE_WITH)
  await allowInventedCauses(logins.owner)
  const program = await makeWideLogin(server.superuser, TEMPLATE)
  await makeLoginsCheap(server.superuser, [
    logins.owner,
    ...PROCESS_ROLES.map((role) => logins[role]),
    program,
  ])
  return {
    cluster: { superuser: server.superuser, logins, program },
    async stop() {
      await server.stop({ end: true })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * A run makes some five thousand connections, and each derives its key from the password in thousands of steps: here in one.
 * Databases are copied without being read into the process that copies them.
 */
async function makeLoginsCheap(superuser: Connection, logins: readonly Connection[]): Promise<void> {
  await onConnection(connect(superuser), async (client) => {
    await client.query('set scram_iterations = 1')
    for (const { user, password } of [superuser, ...logins]) {
      await client.query(
        `alter role ${client.escapeIdentifier(user)} password ${client.escapeLiteral(password)}`,
      )
    }
    await client.query('alter system set file_copy_method = clone')
    await client.query('select pg_reload_conf()')
  })
}

/** In memory if there is room: a test file's database is a thousand short-lived files, which are slow on ext4. */
function placeOfClusters(): string {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    return bavail * bsize >= ROOM_BYTES ? SHARED_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Stops and removes clusters of test runs that were killed. */
function removeAbandoned(): void {
  const place = placeOfClusters()
  for (const name of readdirSync(place).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(place, name)
    try {
      const owner = Number(readFileSync(join(folder, 'owner.pid'), 'utf8'))
      if (isAlive(owner)) continue
      const postmaster = runningPostmaster(join(folder, 'postgres', 'cluster'))
      if (postmaster !== null) process.kill(postmaster, 'SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // Another run has just made it, or is removing it too.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
