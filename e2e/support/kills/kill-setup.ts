import { pino } from 'pino'
import { type Connection, createPool } from '../../../apps/api/src/database/connection.ts'
import { SUPERUSER } from '../../../apps/api/src/database/embedded/initialise.ts'
import { locate } from '../../../apps/api/src/database/embedded/location.ts'
import { SOCKET_PORT } from '../../../apps/api/src/database/embedded/postmaster.ts'
import { PostgresDatabase } from '../../../apps/api/src/database/postgres-database.ts'
import { DATABASE, OWNER_ROLE, passwordOf } from '../../../apps/api/src/database/setup/roles.ts'
import { openRunningDatabase } from '../../../apps/api/src/database/setup/running-database.ts'
import { startClock } from '../../../apps/api/src/database/time/database-clock.ts'
import type { Services } from '../../../apps/api/src/modules/services.ts'
import { createServices } from '../../../apps/api/src/server/create-services.ts'
import { readSettings } from '../../../apps/api/src/settings.ts'
import { allowInventedCauses } from '../../../apps/api/src/testing/invented-causes.ts'
import { makeWideLogin } from '../../../apps/api/src/testing/servers/wide-login.ts'
import { buildCustomer } from '../../../apps/api/src/testing/worlds/build-customer.ts'
import { buildProduct, giveCash } from '../../../apps/api/src/testing/worlds/build-marketplace.ts'
import type { Placer } from './kill-load.ts'

const CASH_MICROS = 10_000_000_000_000n

/** The embedded server's superuser, whom no rule of the program restricts. */
export function superuserOf(data_dir: string): Connection {
  const { socket_folder } = locate(data_dir)
  const { secret } = readSettings({ DATA_DIR: data_dir, LOG_LEVEL: 'silent' })
  const password = passwordOf(SUPERUSER, secret)
  return { host: socket_folder, port: SOCKET_PORT, database: 'postgres', user: SUPERUSER, password }
}

/** Runs `work` with services in this process on a running program's database. */
export async function withServices<T>(
  data_dir: string,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const settings = readSettings({ DATA_DIR: data_dir, LOG_LEVEL: 'silent' })
  const databases = await openRunningDatabase(settings)
  const database = new PostgresDatabase(await makeWideLogin(superuserOf(data_dir), DATABASE))
  const clock = await startClock(database)
  try {
    const log = pino({ level: 'silent' })
    const services = await createServices({
      database,
      databases,
      clock,
      settings,
      log,
      checks_replies: false,
    })
    return await work(services)
  } finally {
    await clock.stop()
    await Promise.all([database.close(), databases.close()])
  }
}

/** An open product with ample escrow, and customers with ample cash, for any number of small plans. */
export async function prepareLoad(
  data_dir: string,
  customers_count: number,
): Promise<{ product_id: string; placers: Placer[] }> {
  await allowInventedCauses({ ...superuserOf(data_dir), database: DATABASE }, OWNER_ROLE)
  return await withServices(data_dir, async (services) => {
    const { product_id } = await buildProduct(services, { escrow_micros: CASH_MICROS * 100n })
    const placers: Placer[] = []
    for (let made = 0; made < customers_count; made += 1) {
      const { customer_id, token } = await buildCustomer(services)
      const flow = {
        id: customer_id,
        type: 'system_deposit',
        subject_kind: 'test',
        subject_id: 'test',
      } as const
      await giveCash(services, customer_id, CASH_MICROS, flow)
      placers.push({ customer_id, token })
    }
    return { product_id, placers }
  })
}

/** What a session says for itself at its beginning counts less than what it is told once it is there. */
const LOSE_COMMITS = `
  create function public.lose_commits() returns event_trigger language plpgsql
    as $$ begin perform set_config('synchronous_commit', 'off', false); end $$;
  create event trigger lose_commits on login execute function public.lose_commits()`

/** The planted fault: new connections' commits are acknowledged before they are on disk. */
export async function loseCommits(data_dir: string): Promise<void> {
  const pool = createPool({ ...superuserOf(data_dir), database: DATABASE }, { max: 1, scope: 'unset' })
  try {
    await pool.query(LOSE_COMMITS)
    await pool.query("alter system set wal_writer_delay = '10s'")
    await pool.query("alter system set wal_writer_flush_after = '1GB'")
    await pool.query('select pg_reload_conf()')
  } finally {
    await pool.end()
  }
}
