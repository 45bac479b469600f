import type { STARTUP_STATES } from '@adtally/contract/money/startup.ts'
import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { GrantTable, ReturnTable } from './tables.ts'

export type Grant = Selectable<GrantTable>
export type NewGrant = Omit<Grant, 'granted_at' | 'expires_at'>
export type NewReturn = Omit<Selectable<ReturnTable>, 'returned_at'>

/** Inserts grants; the database sets the time and refuses terms that differ from the policy's. */
export async function insertGrants(tx: Transaction, grants: readonly NewGrant[]): Promise<Grant[]> {
  return await tx
    .insertInto('startup.grants')
    .values([...grants])
    .returningAll()
    .execute()
}

/** Stores returns. */
export async function insertReturns(tx: Transaction, returns: readonly NewReturn[]): Promise<void> {
  await tx
    .insertInto('startup.returns')
    .values([...returns])
    .execute()
}

/** Those of the persons who have had their grant. System scope. */
export async function grantedPersons(tx: Transaction, person_ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('startup.grants')
    .select('person_id')
    .where('person_id', '=', sql<string>`any (${[...person_ids]}::uuid[])`)
    .execute()
  return new Set(rows.map(({ person_id }) => person_id))
}

/** A customer's grant and its returns; null if there is none. */
export async function grantOf(
  tx: Transaction,
  customer_id: string,
): Promise<(Grant & { state: (typeof STARTUP_STATES)[number] }) | null> {
  const row = await tx
    .selectFrom('startup.grants as granted')
    .selectAll()
    .select(
      sql<(typeof STARTUP_STATES)[number]>`case
        when exists (select from startup.returns where grant_id = granted.grant_id and cause = 'returned' and takes_all)
          then 'returned'
        when expires_at <= platform.now() then 'expired' else 'open' end`.as('state'),
    )
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
  return row ?? null
}

/** One grant, locked against plans that bring startup funds back; null if there is none. System scope. */
export async function lockGrant(tx: Transaction, grant_id: string): Promise<Grant | null> {
  await sql`select startup.lock_grant(${grant_id})`.execute(tx)
  const row = await tx
    .selectFrom('startup.grants')
    .selectAll()
    .where('grant_id', '=', grant_id)
    .executeTakeFirst()
  return row ?? null
}

/** Those customers whose startup funds have expired or all been returned, so that plans' returns are not theirs. */
export async function endedStartupFunds(
  tx: Transaction,
  customer_ids: readonly string[],
): Promise<Set<string>> {
  if (customer_ids.length === 0) return new Set()
  const { rows } = await sql<{ customer_id: string }>`
    select customer_id from startup.grants as granted
    where customer_id = any (${[...new Set(customer_ids)]}::uuid[]) and (
      expires_at <= platform.now() or exists (
        select from startup.returns where grant_id = granted.grant_id and takes_all))`.execute(tx)
  return new Set(rows.map(({ customer_id }) => customer_id))
}

/**
 * Like `endedStartupFunds`, but locks the grants until the transaction ends, so that none expires before returned
 * money has arrived. Call it before locking any account. System scope.
 */
export async function holdEndedStartupFunds(
  tx: Transaction,
  customer_ids: readonly string[],
): Promise<Set<string>> {
  if (customer_ids.length === 0) return new Set()
  await sql`select startup.hold_grants(${[...new Set(customer_ids)]}::uuid[])`.execute(tx)
  return await endedStartupFunds(tx, customer_ids)
}
