import type { Micros } from '@adtally/money/money.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { AcceptorTable, BondTopUpTable } from './tables.ts'

export type Acceptor = Selectable<AcceptorTable>

/** Inserts a verified acceptor, with no bond and no limit yet; false where this legal name exists already. */
export async function insertAcceptor(
  tx: Transaction,
  acceptor: Omit<Insertable<AcceptorTable>, 'verified_at' | 'is_open'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('acceptors.acceptors')
    .values({ ...acceptor, verified_at: sql<Date>`platform.now()` })
    .onConflict((conflict) => conflict.column('legal_name').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The acceptor with this id, or null. System scope. */
export async function acceptorById(tx: Transaction, acceptor_id: string): Promise<Acceptor | null> {
  const row = await tx
    .selectFrom('acceptors.acceptors')
    .selectAll()
    .where('acceptor_id', '=', acceptor_id)
    .executeTakeFirst()
  return row ?? null
}

/** As `acceptorById`, locked, so that one acceptor's offers are made one after another. */
export async function lockAcceptor(tx: Transaction, acceptor_id: string): Promise<Acceptor | null> {
  const row = await tx
    .selectFrom('acceptors.acceptors')
    .selectAll()
    .where('acceptor_id', '=', acceptor_id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Acceptors by id, locked in id order, so that one transaction at a time adds up their escrow. System scope. */
export async function lockAcceptors(
  tx: Transaction,
  acceptor_ids: readonly string[],
): Promise<Map<string, Acceptor>> {
  const ids = [...new Set(acceptor_ids)]
  const held = sql`select acceptors.hold_acceptors(${ids}::uuid[])`.execute(tx)
  // A separate statement, so that it sees what was committed while the lock was awaited.
  const read = tx
    .selectFrom('acceptors.acceptors')
    .selectAll()
    .where('acceptor_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  const [rows] = await Promise.all([read, held])
  return new Map(rows.map((row) => [row.acceptor_id, row]))
}

/** The amount in escrow for each acceptor's orders; absent where there is none. System scope. */
export async function escrowedOf(
  tx: Transaction,
  acceptor_ids: readonly string[],
): Promise<Map<string, Micros>> {
  const { rows } = await sql<{ acceptor_id: string; escrowed_micros: Micros }>`
    select acceptor_id, sum(amount_micros)::bigint as escrowed_micros from acceptors.orders
    where acceptor_id = any(${[...new Set(acceptor_ids)]}::uuid[]) and status in ('escrowed', 'paid', 'disputed')
    group by acceptor_id`.execute(tx)
  return new Map(rows.map((row) => [row.acceptor_id, row.escrowed_micros]))
}

/** Acceptors by id; unknown ids are absent. System scope. */
export async function acceptorsByIds(
  tx: Transaction,
  acceptor_ids: readonly string[],
): Promise<Map<string, Acceptor>> {
  if (acceptor_ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('acceptors.acceptors')
    .selectAll()
    .where('acceptor_id', 'in', [...new Set(acceptor_ids)])
    .execute()
  return new Map(rows.map((row) => [row.acceptor_id, row]))
}

/** Every acceptor, by name. System scope. */
export async function allAcceptors(tx: Transaction): Promise<Acceptor[]> {
  return await tx.selectFrom('acceptors.acceptors').selectAll().orderBy('name').execute()
}

/** Opens or closes an acceptor for new orders; true where that changed anything. */
export async function setAcceptorOpen(
  tx: Transaction,
  acceptor_id: string,
  is_open: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('acceptors.acceptors')
    .set({ is_open })
    .where('acceptor_id', '=', acceptor_id)
    .where('is_open', '<>', is_open)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Sets a limit; the database refuses one above the bond. */
export async function setLimit(tx: Transaction, acceptor_id: string, limit_micros: Micros): Promise<void> {
  await tx
    .updateTable('acceptors.acceptors')
    .set({ limit_micros })
    .where('acceptor_id', '=', acceptor_id)
    .execute()
}

/** Copies the bond from the ledger into the acceptor's row; call it wherever a bond has moved. */
export async function readBond(tx: Transaction, acceptor_id: string): Promise<Micros> {
  const { rows } = await sql<{ bond_micros: Micros }>`
    select acceptors.read_bond(${acceptor_id}) as bond_micros`.execute(tx)
  return rows[0]?.bond_micros ?? 0n
}

/** The part of a bond that covers limit, open and recent orders, and so can't be paid out. System scope. */
export async function boundBond(tx: Transaction, acceptor_id: string): Promise<Micros> {
  const { rows } = await sql<{ bound_micros: Micros | null }>`
    select acceptors.bound_bond(${acceptor_id}) as bound_micros`.execute(tx)
  return rows[0]?.bound_micros ?? 0n
}

/** Records which bank line paid a bond in; a constraint lets each line do so once. */
export async function insertBondTopUp(
  tx: Transaction,
  top_up: Omit<Insertable<BondTopUpTable>, 'created_at'>,
): Promise<void> {
  await tx
    .insertInto('acceptors.bond_top_ups')
    .values({ ...top_up, created_at: sql<Date>`platform.now()` })
    .execute()
}
