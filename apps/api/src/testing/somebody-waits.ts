import type { TestDatabase } from './servers/test-database.ts'

/** Whether a statement in this database waits for a lock; other test files' databases share the server. */
export async function somebodyWaits({ asOwner }: Pick<TestDatabase, 'asOwner'>): Promise<boolean> {
  const waiting = await asOwner(
    `select from pg_locks lock join pg_stat_activity activity using (pid)
    where not lock.granted and activity.datname = current_database()`,
  )
  return waiting.length > 0
}
