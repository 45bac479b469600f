import type { Client } from 'pg'

// Any constant, but the same in every version of the program.
const LOCK = 7_246_110_315_502_001n

/**
 * Waits, for as long as it takes, until nobody is changing the database's structure; only waits for table locks are
 * limited. Several may look at once, but only one may change. The turn ends with `endLooking` or the connection.
 */
export async function waitForTurn(client: Client, to: 'look' | 'change'): Promise<void> {
  await client.query('set lock_timeout = 0')
  await client.query(`select ${to === 'look' ? 'pg_advisory_lock_shared' : 'pg_advisory_lock'}($1)`, [LOCK])
  await client.query('reset lock_timeout')
}

/** Ends a turn to look; otherwise two who look would block each other's turn to change. */
export async function endLooking(client: Client): Promise<void> {
  await client.query('select pg_advisory_unlock_shared($1)', [LOCK])
}
