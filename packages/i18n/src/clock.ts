let ahead_ms = 0

/** Says how far the program's clock is ahead of this device's, which in a sandbox can be days (PRODUCT §16). */
export function setClockAhead(milliseconds: number): void {
  ahead_ms = milliseconds
}

/** The present moment by the program's clock: what deadlines are measured from. */
export function currentTime(): Date {
  return new Date(Date.now() + ahead_ms)
}
