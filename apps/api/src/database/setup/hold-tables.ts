import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { codeOf, StartError } from '../start-error.ts'
import { OURS } from './routine-marks.ts'

/**
 * The lock timeout of the first table, and of all others together: far below PostgreSQL's deadlock timeout, so that a
 * running program's statement is never the one to be cancelled.
 */
const FIRST_MS = 500
const OTHERS_MS = 200
const PAUSE_MS = 100
/** Over a minute: longer than any statement of a running program. */
const WAITS_MAX_MS = 90_000
const IN_USE = new Set(['55P03', '40P01'])

/**
 * Begins a transaction that locks every table and view of these schemas against everybody, so that nothing in it has
 * to wait; running programs wait for it and then go on. Throws `StartError` if one is in use for too long.
 */
export async function beginHoldingAll(client: Client, schemas: readonly string[]): Promise<void> {
  const until_ms = performance.now() + WAITS_MAX_MS
  let names = await namesIn(client, schemas)
  for (;;) {
    await client.query('begin')
    const in_use = await hold(client, names)
    if (in_use === null) return
    await client.query('rollback')
    if (performance.now() > until_ms)
      throw new StartError(
        `The database could not be brought up to date, because somebody has used ${in_use} for too long; start again once they have ended.`,
      )
    // Whoever holds it may be waiting for one that we held: lock it first next time. Tables that others lock first end up first.
    names = [in_use, ...names.filter((name) => name !== in_use)]
    await pause(PAUSE_MS)
  }
}

async function namesIn(client: Client, schemas: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `with ${OURS}
     select class.oid::regclass::text as name
     from pg_class class join ours on ours.oid = relnamespace
     where relkind in ('v', 'r', 'p') and pg_has_role(relowner, 'usage')
     order by relkind desc, class.oid`,
    [schemas],
  )
  return rows.map(({ name }) => name)
}

/** Locks them one after another; answers the one in use, or null if all are locked. */
async function hold(client: Client, names: readonly string[]): Promise<string | null> {
  let until_ms = Number.POSITIVE_INFINITY
  for (const name of names) {
    const wait_ms = Math.max(1, Math.min(FIRST_MS, Math.ceil(until_ms - performance.now())))
    try {
      await client.query(`set local lock_timeout = ${wait_ms}; lock table ${name} in access exclusive mode`)
    } catch (error) {
      if (IN_USE.has(codeOf(error) ?? '')) return name
      throw error
    }
    until_ms = Math.min(until_ms, performance.now() + OTHERS_MS)
  }
  await client.query('set local lock_timeout to default')
  return null
}
