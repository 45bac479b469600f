import type { Database } from '../database.ts'
import type { Clock } from './clock.ts'
import { ClockEstimate } from './clock-estimate.ts'

const READING_INTERVAL_MS = 1_000

const READ_CLOCK = {
  name: 'platform_clock',
  text: `select (extract(epoch from clock_timestamp()) * 1000)::float8 as real_ms, offset_ms::float8
    from platform.clock_offset`,
}

export interface RunningClock extends Clock {
  /** Reads the database's clock at once, after moving it. */
  refresh(): Promise<void>
  /** Calls `jumped` after the sandbox's offset changed; returns a function to stop. */
  onJump(jumped: () => void): () => void
  stop(): Promise<void>
}

/**
 * Starts the clock: a first reading, one each second, and one at each notification of a changed offset. In between,
 * the process's monotonic clock counts on, so an unreachable database stops nothing.
 */
export async function startClock(database: Database): Promise<RunningClock> {
  const estimate = new ClockEstimate()
  const listeners = new Set<() => void>()

  async function refresh(): Promise<void> {
    const before_ms = performance.now()
    const [row] = await database.query<{ real_ms: number; offset_ms: number }>(READ_CLOCK, [])
    if (row) estimate.add({ ...row, before_ms, after_ms: performance.now() })
  }
  async function jump(): Promise<void> {
    await refresh().catch(() => {})
    for (const listener of listeners) listener()
  }

  // The first reading includes connecting and is imprecise, so read again.
  await refresh()
  await refresh()
  const stopListening = await database.listen(
    'platform_clock',
    () => void jump(),
    () => void jump(),
  )
  const timer = setInterval(() => void refresh().catch(() => {}), READING_INTERVAL_MS)
  timer.unref()
  const now_ms = () => estimate.at(performance.now())
  return {
    now_ms,
    now: () => new Date(now_ms()),
    refresh,
    onJump(jumped) {
      listeners.add(jumped)
      return () => listeners.delete(jumped)
    },
    async stop() {
      clearInterval(timer)
      await stopListening()
    },
  }
}
