import { DatabaseUnavailable } from '../../database/database-error.ts'
import type { Services } from '../services.ts'
import { expireDue } from './repository.ts'

const BATCH_MAX = 500
const INTERVAL_MS = 1_000

/** Expires pending transfers whose time has come; answers how many. What they held is free again. */
export async function expirePending(services: Pick<Services, 'database'>): Promise<number> {
  let expired = 0
  for (;;) {
    const batch = await services.database.transaction({ kind: 'system' }, (tx) => expireDue(tx, BATCH_MAX))
    expired += batch
    if (batch < BATCH_MAX) return expired
  }
}

/** Expires what is due each second, until stopped. Several processes may do so at once. */
export function startExpiring(services: Services): () => Promise<void> {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= expirePending(services)
      .then(
        () => {},
        (error: unknown) => report(services, error),
      )
      .finally(() => {
        running = null
      })
  }, INTERVAL_MS)
  return async () => {
    clearInterval(timer)
    await running
  }
}

// A database that is away is reported by whoever needs it; the next second tries again.
function report(services: Services, error: unknown): void {
  if (!(error instanceof DatabaseUnavailable))
    services.log.error({ error }, 'expiring pending transfers failed')
}
