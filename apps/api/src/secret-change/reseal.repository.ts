import type { Client } from 'pg'
import { newId } from '../database/identifiers.ts'
import { connectorToken, secretDigest } from '../database/setup/made-with.ts'
import { openBytes, openText, sealBytes, sealText } from '../lib/sealed-text.ts'
import { tokenKeysOut } from '../modules/delivery/index.ts'
import { fingerprint } from '../modules/wallet/index.ts'
import type { SecretFor } from '../secrets.ts'
import { FORGOTTEN_TABLES, SEALED_COLUMNS, type SealedColumn, sealedPurposes } from './sealed-columns.ts'

const ROWS_AT_ONCE = 500

/** The old secret and the new one. */
export interface Change {
  old: SecretFor
  next: SecretFor
}

const ALL_COLUMNS = Object.values(SEALED_COLUMNS).flat()
/** Tables that a change writes beside the sealed columns. */
const OTHER_TABLES = [
  'platform.environment',
  'wallet.connector_key',
  'operators.proposals',
  ...FORGOTTEN_TABLES,
]

/**
 * Locks the tables and disables their triggers in an open transaction: final rows keep their meaning under another
 * key. Returns how to enable the triggers again.
 */
async function holdSealed(client: Client): Promise<() => Promise<void>> {
  await client.query(`set local adtally.scope = 'system'`)
  const tables = [...new Set([...ALL_COLUMNS.map(({ table }) => table), ...OTHER_TABLES])]
  await client.query(`lock table ${tables.join(', ')} in access exclusive mode`)
  const { rows } = await client.query<{ name: string; on_table: string; is_always: boolean }>(
    `select quote_ident(tgname) as name, tgrelid::regclass::text as on_table, tgenabled = 'A' as is_always
     from pg_trigger where not tgisinternal and tgenabled in ('O', 'A') and tgrelid = any ($1::text[]::regclass[])
       and tgconstraint = 0`,
    [tables],
  )
  for (const { name, on_table } of rows) await client.query(`alter table ${on_table} disable trigger ${name}`)
  return async () => {
    for (const { name, on_table, is_always } of rows)
      await client.query(`alter table ${on_table} enable ${is_always ? 'always' : ''} trigger ${name}`)
  }
}

/** Runs `work` in one transaction with everything sealed locked; `before_commit` may still refuse. */
export async function allOrNothing<Result>(
  client: Client,
  work: () => Promise<Result>,
  before_commit: () => Promise<void>,
): Promise<Result> {
  await client.query('begin')
  const wake = await holdSealed(client)
  const result = await work()
  await wake()
  await before_commit()
  await client.query('commit')
  return result
}

/** Whether an open proposal holds a text sealed with the old secret: approving it would write that text as it is. */
export async function hasSealedProposal(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from operators.open_proposals where action = 'payee-account.set' limit 1`,
  )
  return rows.length > 0
}

/** Whether any of these logins is connected to this database. */
export async function isConnected(client: Client, logins: readonly string[]): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_stat_activity where datname = current_database() and usename = any ($1) limit 1`,
    [logins],
  )
  return rows.length > 0
}

/** Reseals every sealed column, a few rows at a time; returns how many texts. Throws if one does not open. */
export async function resealAll(client: Client, { old, next }: Change): Promise<number> {
  let sealed = 0
  for (const purpose of sealedPurposes()) {
    const [from, to] = [old(purpose), next(purpose)]
    for (const column of SEALED_COLUMNS[purpose]) {
      sealed += await resealColumn(client, column, (context, bytes) =>
        sealBytes(to, context, openBytes(from, context, bytes)),
      )
    }
  }
  return sealed
}

async function resealColumn(
  client: Client,
  { table, column, context, rows_at_once = ROWS_AT_ONCE }: SealedColumn,
  anew: (context: string, sealed: Buffer) => Buffer,
): Promise<number> {
  let done = 0
  await client.query(
    `declare sealed_rows no scroll cursor for
     select ctid::text as place, ${context}::text as context, ${column} as sealed from ${table} where ${column} is not null`,
  )
  for (;;) {
    const { rows } = await client.query<{ place: string; context: string; sealed: Buffer }>(
      `fetch ${rows_at_once} from sealed_rows`,
    )
    if (rows.length === 0) break
    await client.query(
      `update ${table} as kept set ${column} = anew.sealed
       from unnest($1::tid[], $2::bytea[]) as anew (place, sealed) where kept.ctid = anew.place`,
      [rows.map(({ place }) => place), rows.map((row) => anew(row.context, row.sealed))],
    )
    done += rows.length
  }
  await client.query('close sealed_rows')
  return done
}

/** Rewrites what is derived from the secret: digests, and fingerprints of the resealed account numbers. */
export async function makeAnew(client: Client, { next }: Change): Promise<void> {
  await client.query(
    `declare beneficiaries no scroll cursor for select beneficiary_id, customer_id, sealed from wallet.beneficiaries`,
  )
  for (;;) {
    const { rows } = await client.query<{ beneficiary_id: string; customer_id: string; sealed: Buffer }>(
      `fetch ${ROWS_AT_ONCE} from beneficiaries`,
    )
    if (rows.length === 0) break
    const prints = rows.map(({ beneficiary_id, customer_id, sealed }) =>
      fingerprint(next, customer_id, openText(next('beneficiary-seal'), beneficiary_id, sealed)),
    )
    await client.query(
      `update wallet.beneficiaries as kept set fingerprint = anew.print
       from unnest($1::uuid[], $2::bytea[]) as anew (beneficiary_id, print)
       where kept.beneficiary_id = anew.beneficiary_id`,
      [rows.map(({ beneficiary_id }) => beneficiary_id), prints],
    )
  }
  await client.query('close beneficiaries')
  await client.query('update wallet.connector_key set token_hash = sha256(convert_to($1, $2))', [
    connectorToken(next),
    'UTF8',
  ])
  await client.query('update platform.environment set secret_digest = $1', [secretDigest(next)])
}

/** Deletes the rows that come back by themselves. */
export async function forget(client: Client): Promise<void> {
  for (const table of FORGOTTEN_TABLES) await client.query(`delete from ${table}`)
}

/** Keeps the keys that signed unexpired tokens, sealed with the next secret, until the last token expires. */
export async function keepTokenKeys(client: Client, { old, next }: Change): Promise<void> {
  const { rows } = await client.query<{ now: Date }>('select platform.now() as now')
  const [{ now } = { now: new Date() }] = rows
  await client.query('delete from delivery.kept_token_keys where good_until <= $1', [now])
  for (const { key_id, key, good_until } of tokenKeysOut(old, now)) {
    const kept_id = newId()
    const sealed = sealText(next('delivery-kept-key'), kept_id, key.toString('base64'))
    await client.query(
      'insert into delivery.kept_token_keys (kept_id, key_id, key_sealed, good_until) values ($1, $2, $3, $4)',
      [kept_id, key_id, sealed, good_until],
    )
  }
}

/** Records the change in the audit, without either secret. */
export async function noteChange(client: Client, sealed: number): Promise<void> {
  await client.query(
    `select audit.append('program', null, 'program', null, 'secret.changed', 'database', current_database(),
      null, null, null, null, null, jsonb_build_object('sealed_anew', $1::integer))`,
    [sealed],
  )
}

/** The mode of this database's ledger; undefined if it holds nothing of the program. */
export async function modeOf(client: Client): Promise<'sandbox' | 'live' | undefined> {
  const { rows } = await client.query<{ mode: 'sandbox' | 'live' }>('select mode from platform.environment')
  return rows[0]?.mode
}
