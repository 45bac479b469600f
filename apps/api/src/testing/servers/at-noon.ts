import type { TestServices } from './test-services.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Moves the clock to the next noon that has another day of its month before it, so that a test's day, month and nights don't
 * depend on when it is run: at midnight leases are dealt anew, the books are proved, and a month's statement begins.
 */
export async function atNoon({
  services,
  advance,
}: Pick<TestServices, 'services' | 'advance'>): Promise<void> {
  const now_ms = services.clock.now_ms()
  let noon_ms = Math.ceil((now_ms - DAY_MS / 2) / DAY_MS) * DAY_MS + DAY_MS / 2
  while (new Date(noon_ms + DAY_MS).getUTCDate() === 1) noon_ms += DAY_MS
  await advance(noon_ms - now_ms)
}
