import { createHmac } from 'node:crypto'
import type { LedgerMode } from '@adtally/contract/enums.ts'
import type { Client } from 'pg'
import type { Settings } from '../settings.ts'
import { StartError } from './start-error.ts'

/** What a database is made with, for good. */
export interface MadeWith {
  mode: LedgerMode
  currency: string
  /** Tells one secret from another and gives neither away. */
  secret_digest: string
}

/** What a database of these settings is made with. */
export function madeWith({
  ledger_mode,
  currency,
  secret,
}: Pick<Settings, 'ledger_mode' | 'currency' | 'secret'>): MadeWith {
  const secret_digest = createHmac('sha256', secret('database-made-with')).update('adtally').digest('hex')
  return { mode: ledger_mode, currency, secret_digest }
}

/** How far a database has come: nothing is in it, it does not say its secret yet, or it does. */
export type Marked = 'empty' | 'unmarked' | 'marked'

/** Why a program with another secret may not use what `place` names. */
export function anotherSecret(place: string): StartError {
  return new StartError(
    `${place} was made with another secret; restore its secrets.json, or set the SECRET that it was made with.`,
  )
}

/**
 * Looks, before anything is changed, whether the database was made with the secret, the mode and the currency that
 * are `given`. Throws `StartError`.
 */
export async function refuseAnother(client: Client, given: MadeWith): Promise<Marked> {
  const { rows: there } = await client.query<{ there: boolean }>(
    "select to_regclass('platform.environment') is not null as there",
  )
  if (!there[0]?.there) return 'empty'
  // As JSON, because an older database lacks the columns.
  const { rows } = await client.query<{ environment: Partial<MadeWith> }>(
    'select to_jsonb(environment) as environment from platform.environment',
  )
  const { mode, currency, secret_digest } = rows[0]?.environment ?? {}
  if (secret_digest !== undefined && secret_digest !== given.secret_digest)
    throw anotherSecret(`The database ${client.database} at ${client.host}:${client.port}`)
  if (mode !== undefined && mode !== given.mode)
    throw new StartError(
      `This database was created as ${mode} and can't be opened as ${given.mode}; set LEDGER_MODE=${mode} or use another database.`,
    )
  if (currency !== undefined && currency !== given.currency)
    throw new StartError(
      `This database's ledger is in ${currency} and can't be opened in ${given.currency}; set CURRENCY=${currency} or use another database.`,
    )
  return secret_digest === undefined ? 'unmarked' : 'marked'
}
