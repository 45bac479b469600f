import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Connection } from '../database/connection.ts'
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts'
import { runningPostmaster } from '../database/embedded/postmaster.ts'
import { madeWith } from '../database/made-with.ts'
import { migrate } from '../database/migrate.ts'
import { prepareEmbedded } from '../database/roles.ts'
import { deriveSecrets } from '../secrets.ts'

const PREFIX = 'adtally-test-'
export const TEST_MASTER_SECRET = 'secret of tests, nothing else ever uses it'
export const TEMPLATE = 'adtally'
const test_secret = deriveSecrets(TEST_MASTER_SECRET)
/** What the databases of test files are made with. */
export const TEST_MADE_WITH = madeWith({ ledger_mode: 'sandbox', currency: 'USD', secret: test_secret })

/** What test files need to make databases of their own; plain values, because it crosses to worker processes. */
export interface TestCluster {
  superuser: Connection
  owner: Connection
  program: Connection
}

/**
 * Starts a PostgreSQL of its own in a temporary folder (no fsync: nothing in it outlives the tests) with every
 * migration applied to the database that test files clone. Returns how to end it.
 */
export async function startTestCluster(): Promise<{ cluster: TestCluster; stop: () => Promise<void> }> {
  removeAbandoned()
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'owner.pid'), String(process.pid))
  const log = pino({ level: 'silent' })
  const server = await startEmbeddedPostgres({
    data_dir: folder,
    superuser_password: 'tests',
    durable: false,
    onEvent: (event, detail) => log.error({ event, detail }),
  })
  const logins = await prepareEmbedded(server.superuser, test_secret)
  await migrate(logins, TEST_MADE_WITH)
  return {
    cluster: { superuser: server.superuser, ...logins },
    async stop() {
      await server.stop({ end: true })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Ends and removes clusters whose test run was killed. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name)
    try {
      const owner = Number(readFileSync(join(folder, 'owner.pid'), 'utf8'))
      if (isAlive(owner)) continue
      const postmaster = runningPostmaster(join(folder, 'postgres', 'cluster'))
      if (postmaster !== null) process.kill(postmaster, 'SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // Another run made it this moment, or removes it too.
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
