import type { Client } from 'pg'
import type { SecretFor } from '../../secrets.ts'
import { connect, onConnection } from '../connection.ts'
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts'
import { SUPERUSER } from '../embedded/initialise.ts'
import { locate } from '../embedded/location.ts'
import { runningPostmaster } from '../embedded/postmaster.ts'
import { passwordOf } from './roles.ts'

/** A data folder and its secret, of which the superuser's password follows. */
interface Owned {
  data_dir: string
  secret: SecretFor
}

/**
 * Does `work` as the superuser of a data folder's server, in its database `postgres` or the one that is named. The server is
 * started for that where it does not run, and then ended again. Throws `StartError` where the secret is not the server's.
 */
export async function asSuperuser<T>(
  { data_dir, secret }: Owned,
  work: (client: Client) => Promise<T>,
  database?: string,
): Promise<T> {
  const is_running = runningPostmaster(locate(data_dir).cluster) !== null
  const server = await startEmbeddedPostgres({
    data_dir,
    superuser_password: passwordOf(SUPERUSER, secret),
    durable: true,
    onEvent() {},
  })
  try {
    return await onConnection(connect({ ...server.superuser, ...(database && { database }) }), work)
  } finally {
    await server.stop({ end: !is_running })
  }
}
