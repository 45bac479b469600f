import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../database/database.ts'

/** How often it looks without a notice: to retry what failed, and in case a notice was lost. */
const LOOK_EVERY_MS = 20_000

/**
 * Sends what is due as notices come on `channel`, beside everything else; `sendDue` never throws. Returns how to stop, which
 * finishes what is in hand.
 */
export async function keepSending(
  database: Database,
  channel: string,
  sendDue: () => Promise<unknown>,
): Promise<() => Promise<void>> {
  let is_stopped = false
  let idle = new AbortController()
  const wake = () => idle.abort()
  const stopListening = await database.listen(channel, wake, wake)
  const run = async () => {
    while (!is_stopped) {
      // Made before the look, so that a notice that comes during it is not missed.
      idle = new AbortController()
      const { signal } = idle
      await sendDue()
      await wait(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
    }
  }
  const running = run()
  return async () => {
    is_stopped = true
    wake()
    stopListening()
    await running
  }
}
