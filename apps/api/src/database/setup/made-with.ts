import { createHash, createHmac } from 'node:crypto'
import type { LedgerMode } from '@adtally/contract/enums.ts'
import type { Client } from 'pg'
import type { SecretFor } from '../../secrets.ts'
import type { Settings } from '../../settings.ts'
import { StartError } from '../start-error.ts'

/** What a database was created with: mode and currency never change, the secret can. */
export interface MadeWith {
  mode: LedgerMode
  currency: string
  secret_digest: string
  /** The hash by which the database recognises the bank connector. */
  connector_digest: string
}

/** What a database is created with under these settings. */
export function madeWith({
  ledger_mode,
  currency,
  secret,
}: Pick<Settings, 'ledger_mode' | 'currency' | 'secret'>): MadeWith {
  return {
    mode: ledger_mode,
    currency,
    secret_digest: secretDigest(secret),
    connector_digest: createHash('sha256').update(connectorToken(secret)).digest('hex'),
  }
}

/** The program's credential when it tells the database that something came from the bank. */
export function connectorToken(secret: SecretFor): string {
  return secret('bank-connector').toString('hex')
}

/** A digest that identifies a secret without revealing it. */
export function secretDigest(secret: SecretFor): string {
  return createHmac('sha256', secret('database-made-with')).update('adtally').digest('hex')
}

/** The digest of the database's current secret; null if the database is empty. */
export async function secretDigestOf(client: Client): Promise<string | null> {
  const { rows: there } = await client.query<{ made: boolean }>(
    `select to_regclass('platform.environment') is not null as made`,
  )
  if (!there[0]?.made) return null
  const { rows } = await client.query<{ secret_digest: string }>(
    'select secret_digest from platform.environment',
  )
  return rows[0]?.secret_digest ?? null
}

/** The error for a program whose secret differs from the one of `place`. */
export function anotherSecret(place: string): StartError {
  return new StartError(
    `${place} was made with another secret; restore its secrets.json, or set the SECRET that it was made with.`,
  )
}

/**
 * Checks, before anything is changed, that the database is empty or was created with the `given` secret, mode and
 * currency. Throws `StartError`, also for databases from before the first release, whose tables differ.
 */
export async function refuseAnother(client: Client, given: MadeWith): Promise<'empty' | 'made'> {
  const { rows: there } = await client.query<{ made: boolean; laid: boolean }>(
    `select to_regclass('platform.environment') is not null as made,
       to_regclass('platform.routines') is not null as laid`,
  )
  if (!there[0]?.made) return 'empty'
  if (!there[0].laid)
    throw new StartError(
      `The database ${client.database} was made by a version from before the first release, which this one can't go on with; use another database, or another DATA_DIR.`,
    )
  const { rows } = await client.query<Omit<MadeWith, 'connector_digest'>>(
    'select mode, currency, secret_digest from platform.environment',
  )
  const [made] = rows
  if (!made) return 'empty'
  if (made.secret_digest !== given.secret_digest)
    throw anotherSecret(`The database ${client.database} at ${client.host}:${client.port}`)
  if (made.mode !== given.mode)
    throw new StartError(
      `This database was created as ${made.mode} and can't be opened as ${given.mode}; set LEDGER_MODE=${made.mode} or use another database.`,
    )
  if (made.currency !== given.currency)
    throw new StartError(
      `This database's ledger is in ${made.currency} and can't be opened in ${given.currency}; set CURRENCY=${made.currency} or use another database.`,
    )
  return 'made'
}
