import { sql } from 'kysely'
import {
  bigintArray,
  byteaArray,
  integerArray,
  jsonbArray,
  textArray,
  uuidArray,
} from '../../database/array-parameters.ts'
import type { Transaction } from '../../database/database.ts'
import { isId } from '../../database/identifiers.ts'
import type { Transfer } from './transfer.ts'
import { BatchAccounts, type KnownIds, type Parameter } from './writing/batch-accounts.ts'
import type { AcceptedTransfer, KnownTransfer, LockedBooks, Original } from './writing/decide.ts'

/** A request id as its owner sent it. */
export interface RequestKey {
  owner_id: string
  request_id: string
}

/** A request that was carried out earlier. */
export interface KnownRequest {
  /** Position of the key in the query, from 0. */
  index: number
  /** In hex. */
  content_hash: string
  outcome: unknown
}

type WithText<Row, Amount extends keyof Row> = Omit<Row, Amount> & Record<Amount, string>

interface LockedRow {
  locked_ids: string[] | null
  balances: bigint[] | null
  customer_ids: (string | null)[] | null
  further_account_ids: string[] | null
  further_grow_by_debits: boolean[] | null
  known_transfers: Record<string, WithText<KnownTransfer, 'amount_micros'>> | null
  originals: Record<string, WithText<Original, 'amount_micros' | 'reversed_micros'>> | null
  known_requests: KnownRequest[] | null
}

/**
 * Locks every account that the transfers may touch, in one order, opening those that are not open
 * (`ledger.lock_accounts`). Answers the state of the books and which of `keys` were carried out before. `open_ids`
 * are known to be open. Throws `TypeError` on an id that is no UUID or an account that the chart does not allow, and
 * `AccountGone`.
 */
export async function lockBooks(
  tx: Transaction,
  transfers: readonly Transfer[],
  { open_ids = NOTHING, keys = [] }: { open_ids?: KnownIds; keys?: readonly RequestKey[] } = {},
): Promise<{ books: LockedBooks; known_requests: KnownRequest[] }> {
  const accounts = new BatchAccounts(open_ids)
  const reverses_ids = new Set<string>()
  for (const transfer of transfers) {
    if (transfer.kind === 'posted') accounts.add(transfer.debit, transfer.credit)
    else reverses_ids.add(checkedId(transfer.reverses_id))
  }
  const { rows } = await sql<LockedRow>`select * from ledger.lock_accounts(${sql.join([
    uuidArray(accounts.ids),
    ...accounts.openings(),
    uuidArray(transfers.map(({ id }) => checkedId(id))),
    reverses_ids.size === 0 ? null : uuidArray([...reverses_ids]),
    uuidArray(keys.map(({ owner_id }) => owner_id)),
    textArray(keys.map(({ request_id }) => request_id)),
  ])})`.execute(tx)
  const row = rows[0]
  const further = row?.further_account_ids ?? []
  for (const [index, id] of further.entries())
    accounts.addFound(id, row?.further_grow_by_debits?.[index] ?? false)
  return {
    books: {
      accounts,
      ...byPosition(accounts, row),
      known: knownOf(row?.known_transfers ?? {}),
      reverses_ids,
      originals: originalsOf(row?.originals ?? {}),
    },
    known_requests: row?.known_requests ?? [],
  }
}

const NOTHING: KnownIds = new Set()

/** Balances and customers of the locked accounts by position. Throws `AccountGone`. */
function byPosition(
  accounts: BatchAccounts,
  row: LockedRow | undefined,
): Pick<LockedBooks, 'balances' | 'customer_ids'> {
  const ids = accounts.ids
  const balances: (bigint | null)[] = ids.map(() => null)
  const customer_ids: (string | null)[] = ids.map(() => null)
  for (const [index, id] of (row?.locked_ids ?? []).entries()) {
    const position = accounts.positionOf(id)
    if (position === undefined) continue
    balances[position] = row?.balances?.[index] ?? null
    customer_ids[position] = row?.customer_ids?.[index] ?? null
  }
  for (const [position, id] of ids.entries())
    if (balances[position] === null && !accounts.isDescribed(id)) throw new AccountGone(id)
  return { balances, customer_ids }
}

/** An account that was known to be open is gone, for example after a restore. */
export class AccountGone extends Error {
  constructor(account_id: string) {
    super(`The account ${account_id} was open and is not any more`)
    this.name = 'AccountGone'
  }
}

function knownOf(rows: NonNullable<LockedRow['known_transfers']>): Map<string, KnownTransfer> {
  return new Map(
    Object.entries(rows).map(([id, row]) => [id, { ...row, amount_micros: BigInt(row.amount_micros) }]),
  )
}

function originalsOf(rows: NonNullable<LockedRow['originals']>): Map<string, Original> {
  return new Map(
    Object.entries(rows).map(([id, row]) => [
      id,
      {
        ...row,
        amount_micros: BigInt(row.amount_micros),
        reversed_micros: BigInt(row.reversed_micros),
      },
    ]),
  )
}

/** Writes the accepted transfers while their accounts are locked (`ledger.write_transfers`). */
export async function writeTransfers(
  tx: Transaction,
  accepted: readonly AcceptedTransfer[],
  accounts: BatchAccounts,
): Promise<void> {
  if (accepted.length === 0) return
  const ids = accounts.ids
  const touched = new Map<number, number>()
  const positionOf = (position: number) => {
    const known = touched.get(position)
    if (known !== undefined) return known
    touched.set(position, touched.size + 1)
    return touched.size
  }
  const debits = accepted.map(({ debit }) => positionOf(debit))
  const credits = accepted.map(({ credit }) => positionOf(credit))
  const flows = accepted.map(({ transfer }) => transfer.flow)
  const reversed = accepted.map(({ transfer }) =>
    transfer.kind === 'reversal' ? transfer.reverses_id : null,
  )
  await sql`select ledger.write_transfers(${sql.join([
    uuidArray([...touched.keys()].map((position) => ids[position] ?? null)),
    uuidArray(accepted.map(({ transfer }) => transfer.id)),
    integerArray(debits),
    integerArray(credits),
    bigintArray(accepted.map(({ amount_micros }) => amount_micros)),
    unlessUnused(reversed, uuidArray),
    textArray(accepted.map(({ posting }) => posting)),
    textArray(accepted.map(({ transfer }) => transfer.cause.kind)),
    uuidArray(accepted.map(({ transfer }) => checkedId(transfer.cause.id))),
    ...(['id', 'type', 'subject_kind', 'subject_id'] as const).map((field) =>
      unlessUnused(
        flows.map((flow) => flow?.[field] ?? null),
        textArray,
      ),
    ),
  ])})`.execute(tx)
}

/** Most batches leave some columns unused; a single null for such a column saves the database work. */
function unlessUnused<Value>(
  column: readonly (Value | null)[],
  encode: (column: readonly (Value | null)[]) => Parameter,
): Parameter {
  return column.some((value) => value !== null) ? encode(column) : null
}

function checkedId(id: string): string {
  if (!isId(id)) throw new TypeError('a transfer and its cause are named by UUIDs in lower case')
  return id
}

/** The outcome of a request, kept forever. */
export interface RequestRecord extends RequestKey {
  /** The HTTP request that this act came by, of all that asked for the same; null if none. */
  http_request_id: string | null
  action: string
  content_hash: Buffer
  outcome: unknown
}

/** Keeps requests forever; fails with a unique violation if another transaction took one meanwhile. */
export async function recordRequests(tx: Transaction, requests: readonly RequestRecord[]): Promise<void> {
  await sql`select ledger.record_requests(
    ${uuidArray(requests.map(({ owner_id }) => owner_id))},
    ${textArray(requests.map(({ request_id }) => request_id))},
    ${textArray(requests.map(({ action }) => action))},
    ${byteaArray(requests.map(({ content_hash }) => content_hash))},
    ${jsonbArray(requests.map(({ outcome }) => outcome))},
    ${textArray(requests.map(({ http_request_id }) => http_request_id))})`.execute(tx)
}
