import type { Client } from 'pg'

// Any constant will do, as long as every version of the program uses the same.
const LOCK = 7_246_110_315_502_001n

/**
 * Waits until nobody changes what the database is, however long that takes: only locks on tables are waited for with a
 * limit. Whoever looks does so beside others who look; who changes is alone. The turn ends with `endLooking`, or with the
 * connection.
 */
export async function waitForTurn(client: Client, to: 'look' | 'change'): Promise<void> {
  await client.query('set lock_timeout = 0')
  await client.query(`select ${to === 'look' ? 'pg_advisory_lock_shared' : 'pg_advisory_lock'}($1)`, [LOCK])
  await client.query('reset lock_timeout')
}

/** Gives back the turn of one who looked: of two who look, neither could wait for its turn to change. */
export async function endLooking(client: Client): Promise<void> {
  await client.query('select pg_advisory_unlock_shared($1)', [LOCK])
}
