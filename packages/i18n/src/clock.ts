let ahead_ms = 0

/** Sets how far the program's clock is ahead of this device's, in a sandbox possibly by days (PRODUCT §16). */
export function setClockAhead(milliseconds: number): void {
  ahead_ms = milliseconds
}

/** The time by the program's clock, from which deadlines are measured. */
export function currentTime(): Date {
  return new Date(Date.now() + ahead_ms)
}
