import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { DatabaseUnavailable } from '../database/database-error.ts'
import { CallRefused } from './customer-client.ts'

const PATIENCE_MS = 60_000
const LOOK_AGAIN_MS = 100

/**
 * Runs `work`; if the database goes away meanwhile, waits for it and runs `work` again from the start, so `work` has
 * to be repeatable. Throws `DatabaseUnavailable` if the database stays away.
 */
export async function throughOutages<T>(
  database: Pick<Database, 'reach'>,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isOutage(error)) throw error
      await untilReached(database)
    }
  }
}

/** Staff's acts throw it; a customer's call answers that the program is starting. */
function isOutage(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || (error instanceof CallRefused && error.reason === 'starting')
}

async function untilReached(database: Pick<Database, 'reach'>): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await wait(LOOK_AGAIN_MS)) {
    try {
      return await database.reach()
    } catch (error) {
      if (Date.now() >= deadline) throw error
    }
  }
}
