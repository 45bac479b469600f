import { sql } from 'kysely'
import { byteaArray, jsonbArray, textArray, uuidArray } from '../../database/array-parameters.ts'
import type { Database, Statement, Transaction } from '../../database/database.ts'
import type { EncodedBatch } from './encode-batch.ts'
import type { TransferResult } from './transfer.ts'

const POST_TRANSFERS: Statement = {
  name: 'ledger_post_transfers',
  text: `select ledger.post_transfers(${Array.from({ length: 20 }, (_, index) => `$${index + 1}`).join(', ')}) as results`,
}

/** Posts a batch in one round trip and its own implicit transaction; a result for each transfer, in order. */
export async function postBatchAlone(database: Database, batch: EncodedBatch): Promise<TransferResult[]> {
  const rows = await database.query<{ results: TransferResult[] }>(POST_TRANSFERS, [...parametersOf(batch)])
  return rows[0]?.results ?? []
}

/** Posts a batch inside the caller's transaction; a result for each transfer, in order. */
export async function postBatch(tx: Transaction, batch: EncodedBatch): Promise<TransferResult[]> {
  const values = sql.join(parametersOf(batch).map((value) => sql.val(value)))
  const { rows } = await sql<{
    results: TransferResult[]
  }>`select ledger.post_transfers(${values}) as results`.execute(tx)
  return rows[0]?.results ?? []
}

function parametersOf({ openings, account_ids, transfers }: EncodedBatch) {
  return [...openings, account_ids, ...transfers]
}

/** A request id as its owner sent it, and what it asked for. */
export interface RequestKey {
  owner_id: string
  request_id: string
}

/** A request that was carried out before. */
export interface KnownRequest {
  /** Position of the asked key, from 0. */
  index: number
  action: string
  content_hash: Buffer
  outcome: unknown
}

/** Locks the accounts of a batch that are open, in id order; then finds the known ones among `keys`. */
export async function lockAndFindRequests(
  tx: Transaction,
  batch: EncodedBatch,
  keys: readonly RequestKey[],
): Promise<KnownRequest[]> {
  const owners = uuidArray(keys.map((key) => key.owner_id))
  const request_ids = textArray(keys.map((key) => key.request_id))
  const { rows } = await sql<Omit<KnownRequest, 'index'> & { ordinal: number }>`
    select * from ledger.lock_and_find_requests(${batch.account_ids}, ${owners}, ${request_ids})`.execute(tx)
  return rows.map(({ ordinal, ...request }) => ({ index: ordinal - 1, ...request }))
}

/** What a request came to, to be kept for good. */
export interface RequestRecord extends RequestKey {
  action: string
  content_hash: Buffer
  outcome: unknown
}

/** Keeps requests for good; fails with a unique violation where another transaction took one meanwhile. */
export async function recordRequests(tx: Transaction, requests: readonly RequestRecord[]): Promise<void> {
  await sql`select ledger.record_requests(
    ${uuidArray(requests.map(({ owner_id }) => owner_id))},
    ${textArray(requests.map(({ request_id }) => request_id))},
    ${textArray(requests.map(({ action }) => action))},
    ${byteaArray(requests.map(({ content_hash }) => content_hash))},
    ${jsonbArray(requests.map(({ outcome }) => outcome))})`.execute(tx)
}

/** Expires pending transfers that are due, at most `transfers_max`; answers how many it looked at. */
export async function expireDue(tx: Transaction, transfers_max: number): Promise<number> {
  const { rows } = await sql<{
    expired: number
  }>`select ledger.expire_pending(${transfers_max}) as expired`.execute(tx)
  return rows[0]?.expired ?? 0
}
