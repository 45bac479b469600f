import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  deriveSecrets,
  dropNextMasterSecret,
  type FoundSecret,
  findMasterSecret,
  hasMasterSecret,
  NEXT_FILE,
  takeNextMasterSecret,
} from '../../secrets.ts'
import { onConnection } from '../connection.ts'
import { lockDataFolder } from '../embedded/data-folder-lock.ts'
import { hasCluster } from '../embedded/location.ts'
import { StartError } from '../start-error.ts'
import { asSuperuser } from './as-superuser.ts'
import { connectToGiven } from './given-server.ts'
import { secretDigest, secretDigestOf } from './made-with.ts'
import { connectionOf, DATABASE } from './roles.ts'

/** Where a program's data is, and its secret if it is set. */
export interface SecretPlace {
  data_dir: string
  database_url: string | null
  given_secret: string | null
}

/**
 * Checks, before anything reads or creates a secret, that the one in `data_dir` is the database's. Completes an
 * interrupted change of the master secret, and refuses to go on if the database has a secret but the folder has none,
 * because a new one would open nothing. Throws `StartError` without writing anything.
 */
export async function settleSecret(place: SecretPlace): Promise<void> {
  if (place.given_secret !== null) return
  if (existsSync(join(place.data_dir, NEXT_FILE))) await endCutChange(place)
  await refuseWithoutSecret(place)
}

/**
 * Keeps the one of the folder's two secrets whose digest the database holds, as the change's transaction decided. A
 * damaged one is no evidence against the other.
 */
async function endCutChange({ data_dir, database_url }: SecretPlace): Promise<void> {
  const unlock = await lockDataFolder(data_dir)
  try {
    const next = findMasterSecret(data_dir, NEXT_FILE)
    const present = findMasterSecret(data_dir)
    // Neither can be compared with the database; reading the secret will say what is wrong with it.
    if (next.master === null && present.master === null) return
    // Another process settled it while we waited for the lock.
    if (next.master === null && next.damage === null) return
    if (database_url === null && !hasCluster(data_dir)) return
    const holds =
      database_url === null
        ? await embeddedDigest(data_dir, [present.master, next.master])
        : await givenDigest(database_url)
    if (isOf(holds, next)) takeNextMasterSecret(data_dir)
    else if (present.damage !== null) throw present.damage
    else if (holds === null || isOf(holds, present)) dropNextMasterSecret(data_dir)
    else
      throw new StartError(
        `The database was made with neither secret in ${data_dir}; restore the secrets.json that it was made with.`,
      )
  } finally {
    await unlock()
  }
}

async function refuseWithoutSecret({ data_dir, database_url }: SecretPlace): Promise<void> {
  if (hasMasterSecret(data_dir)) return
  const is_made = database_url === null ? hasCluster(data_dir) : (await givenDigest(database_url)) !== null
  // Another program that started at the same moment creates the secret before the database.
  if (!is_made || hasMasterSecret(data_dir)) return
  const place = database_url === null ? data_dir : 'the database of DATABASE_URL'
  throw new StartError(
    `There is data in ${place}, and no secrets.json in ${data_dir}; restore the one that it was made with, or set its SECRET.`,
  )
}

function isOf(holds: string | null, { master }: FoundSecret): boolean {
  return master !== null && holds === secretDigest(deriveSecrets(master))
}

function givenDigest(database_url: string): Promise<string | null> {
  return onConnection(connectToGiven(connectionOf(database_url)), secretDigestOf)
}

/** The superuser's password also follows from the secret and changed in the same transaction. */
async function embeddedDigest(data_dir: string, masters: readonly (string | null)[]): Promise<string | null> {
  let refused: unknown = null
  for (const master of masters) {
    if (master === null) continue
    try {
      return await asSuperuser({ data_dir, secret: deriveSecrets(master) }, secretDigestOf, DATABASE)
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      refused = error
    }
  }
  throw refused
}
