/**
 * The database's clock as this process sees it (PRODUCT §16): the database's time plus the sandbox offset,
 * kept within a few milliseconds by a reading each second and a notice when the offset changes. SQL uses
 * `platform.now()`; nothing in `modules` reads the process's own clock.
 */
export interface Clock {
  now(): Date
  now_ms(): number
}
