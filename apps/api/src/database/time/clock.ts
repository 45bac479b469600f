/**
 * The database's clock as seen by this process (PRODUCT §16): the database's time plus the sandbox offset, kept
 * accurate to a few milliseconds by a reading each second and a notification when the offset changes. SQL uses
 * `platform.now()`; nothing in `modules` reads the process's own clock.
 */
export interface Clock {
  now(): Date
  now_ms(): number
}
