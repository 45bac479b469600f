import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  deriveSecrets,
  dropNextMasterSecret,
  NEXT_FILE,
  readMasterSecret,
  takeNextMasterSecret,
} from '../../secrets.ts'
import { connect } from '../connection.ts'
import { lockDataFolder } from '../embedded/data-folder-lock.ts'
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts'
import { SUPERUSER } from '../embedded/initialise.ts'
import { locate } from '../embedded/location.ts'
import { runningPostmaster } from '../embedded/postmaster.ts'
import { StartError } from '../start-error.ts'
import { connectToGiven } from './given-server.ts'
import { secretDigest, secretDigestOf } from './made-with.ts'
import { connectionOf, DATABASE, passwordOf } from './roles.ts'

/** Where a program's data lies, and its secret where it is set. */
export interface SecretPlace {
  data_dir: string
  database_url: string | null
  given_secret: string | null
}

/**
 * Ends a change of the master secret that was cut, before anything reads a secret: of the two that `data_dir` then has, the
 * one whose digest the database holds is taken, since its one transaction decided. Does nothing where there is one. Throws
 * `StartError` where the change is still under way, or the database holds neither.
 */
export async function settleSecret({ data_dir, database_url, given_secret }: SecretPlace): Promise<void> {
  if (given_secret !== null) return
  // What else a folder is lacking is said by who reads the secret.
  if (!existsSync(join(data_dir, NEXT_FILE))) return
  const unlock = await lockDataFolder(data_dir)
  try {
    // Whoever had the lock has settled it meanwhile.
    const next = readMasterSecret(data_dir, NEXT_FILE)
    const present = readMasterSecret(data_dir)
    if (next === null) return
    const holds =
      database_url === null
        ? await embeddedDigest(data_dir, [present, next])
        : await givenDigest(database_url)
    if (holds === digestOf(next)) takeNextMasterSecret(data_dir)
    else if (holds === null || (present !== null && holds === digestOf(present)))
      dropNextMasterSecret(data_dir)
    else
      throw new StartError(
        `The database was made with neither secret in ${data_dir}; restore the secrets.json that it was made with.`,
      )
  } finally {
    await unlock()
  }
}

function digestOf(master: string): string {
  return secretDigest(deriveSecrets(master))
}

async function givenDigest(database_url: string): Promise<string | null> {
  const client = await connectToGiven(connectionOf(database_url))
  try {
    return await secretDigestOf(client)
  } finally {
    await client.end()
  }
}

/** Its superuser's password follows from the secret, too, and changed in the same transaction. */
async function embeddedDigest(data_dir: string, masters: readonly (string | null)[]): Promise<string | null> {
  const is_running = runningPostmaster(locate(data_dir).cluster) !== null
  let refused: unknown = null
  for (const master of masters) {
    if (master === null) continue
    try {
      const server = await startEmbeddedPostgres({
        data_dir,
        superuser_password: passwordOf(SUPERUSER, deriveSecrets(master)),
        durable: true,
        onEvent() {},
      })
      try {
        const client = await connect({ ...server.superuser, database: DATABASE })
        try {
          return await secretDigestOf(client)
        } finally {
          await client.end()
        }
      } finally {
        await server.stop({ end: !is_running })
      }
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      refused = error
    }
  }
  throw refused
}
