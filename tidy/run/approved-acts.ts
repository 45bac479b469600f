import type { Tally } from './tally.ts'

/** An act of two people, as it is stated. */
interface TwoPersonAct {
  action: string
  draws_number?: boolean
}

/**
 * Whether tests have approved each act of two people in a database whose bookings were held to what was shown before
 * (`previewedBookings`); those that draw a number are shown in words alone. `noted` has `<action> tried` or `<action> described` a line.
 */
export function tallyApprovedActs(noted: string | null, acts: readonly TwoPersonAct[]): Tally {
  const lines = new Set((noted ?? '').split('\n'))
  const failures = acts
    .map(({ action, draws_number = false }) => `${action} ${draws_number ? 'described' : 'tried'}`)
    .filter((line) => !lines.has(line))
    .map(
      (line) =>
        `no test that compares what was shown with what was booked has approved ${line.replace(' ', ', ')}`,
    )
  const passed = acts.length - failures.length
  return {
    name: 'acts as shown',
    passed,
    failed: Math.max(failures.length, acts.length === 0 ? 1 : 0),
    duration_ms: 0,
    failures,
  }
}
