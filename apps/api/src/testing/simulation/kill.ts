import { connect, onConnection } from '../../database/connection.ts'
import { DatabaseUnavailable, databaseError } from '../../database/database-error.ts'
import type { Random } from './random.ts'
import type { Place } from './world.ts'

/** Terminates one or some of the program's database connections; returns how many. */
export async function killBackends({ superuser, owner }: Place, random: Random): Promise<number> {
  return await onConnection(connect(superuser), async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = $1 and usename like 'adtally\\_%' and pid <> pg_backend_pid() and query not like 'listen%'
       order by (state = 'active' or state like 'idle in%') desc, pid limit 6`,
      [owner.database],
    )
    const some = rows.filter(({ pid }, index) => index === 0 || (pid + random.below(3)) % 3 === 0)
    // Waits for each to end, and briefly until the program has noticed.
    for (const { pid } of some) await client.query('select pg_terminate_backend($1, 5000)', [pid])
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
    return some.length
  })
}

/** Retries `work` if its connection was lost. */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isLost(error)) throw error
    }
  }
}

/** Whether an error only says that the connection was lost. */
export function isLost(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || databaseError(error) instanceof DatabaseUnavailable) return true
  return error instanceof Error && /terminat|Connection|rolled back|ECONNRESET/i.test(error.message)
}
