import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { SecondFactorTable } from '../tables.ts'

export type SecondFactorRow = Selectable<SecondFactorTable>

/** A customer's second factor, begun or set up; undefined where there is none. Needs system scope, as all here. */
export async function findSecondFactor(
  tx: Transaction,
  customer_id: string,
): Promise<SecondFactorRow | undefined> {
  return await tx
    .selectFrom('identity.second_factors')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
}

/** Whether a customer has a second factor, begun or set up; by the one column that the office’s login reads. */
export async function hasSecondFactor(tx: Transaction, customer_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('identity.second_factors')
    .select('customer_id')
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
  return row !== undefined
}

/** As `findSecondFactor`, locked, so that one customer's codes are checked one after another. */
export async function lockSecondFactor(
  tx: Transaction,
  customer_id: string,
): Promise<SecondFactorRow | undefined> {
  return await tx
    .selectFrom('identity.second_factors')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .forUpdate()
    .executeTakeFirst()
}

/** Stores an unconfirmed secret, in place of an earlier one; false where an app is set up. */
export async function beginApp(
  tx: Transaction,
  customer_id: string,
  secret_sealed: Buffer,
): Promise<boolean> {
  const begun_at = sql<Date>`platform.now()`
  const result = await tx
    .insertInto('identity.second_factors')
    .values({
      customer_id,
      set_at: null,
      secret_sealed,
      begun_at,
      confirmed_at: null,
      last_step: 0n,
      locked_until: null,
      at_sign_in_since: null,
    })
    .onConflict((conflict) =>
      conflict
        .column('customer_id')
        .doUpdateSet({ secret_sealed, begun_at, last_step: 0n })
        .where('identity.second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Requires a second factor from now on. */
export async function markSet(tx: Transaction, customer_id: string): Promise<void> {
  await tx
    .updateTable('identity.second_factors')
    .set({ set_at: sql<Date>`platform.now()` })
    .where('customer_id', '=', customer_id)
    .execute()
}

/** A customer's row, locked; created if missing. */
export async function openSecondFactor(tx: Transaction, customer_id: string): Promise<SecondFactorRow> {
  await tx
    .insertInto('identity.second_factors')
    .values({
      customer_id,
      set_at: null,
      secret_sealed: null,
      begun_at: null,
      confirmed_at: null,
      last_step: 0n,
      locked_until: null,
      at_sign_in_since: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await lockSecondFactor(tx, customer_id)
  if (!row) throw new Error('a second factor that was just opened is not there')
  return row
}

/** Deletes an unconfirmed secret. */
export async function forgetBegunApp(tx: Transaction, customer_id: string): Promise<void> {
  await tx
    .updateTable('identity.second_factors')
    .set({ secret_sealed: null, begun_at: null })
    .where('customer_id', '=', customer_id)
    .where('confirmed_at', 'is', null)
    .execute()
}

/** Removes the app, and keeps the rest. */
export async function deleteApp(tx: Transaction, customer_id: string): Promise<void> {
  await tx
    .updateTable('identity.second_factors')
    .set({ secret_sealed: null, begun_at: null, confirmed_at: null, last_step: 0n })
    .where('customer_id', '=', customer_id)
    .execute()
}

/** Accepts the app's codes from now on, by the database's clock like its beginning. */
export async function markConfirmed(tx: Transaction, customer_id: string): Promise<void> {
  await tx
    .updateTable('identity.second_factors')
    .set({ confirmed_at: sql<Date>`platform.now()` })
    .where('customer_id', '=', customer_id)
    .execute()
}

/** Sets whether signing in requires the second factor. */
export async function markAtSignIn(tx: Transaction, customer_id: string, at_sign_in: boolean): Promise<void> {
  await tx
    .updateTable('identity.second_factors')
    .set({ at_sign_in_since: at_sign_in ? sql<Date>`platform.now()` : null })
    .where('customer_id', '=', customer_id)
    .execute()
}

/** Updates a second factor's counters. */
export async function updateSecondFactor(
  tx: Transaction,
  customer_id: string,
  change: Partial<Pick<SecondFactorRow, 'last_step' | 'attempts' | 'locked_until'>>,
): Promise<void> {
  await tx.updateTable('identity.second_factors').set(change).where('customer_id', '=', customer_id).execute()
}

/** Removes a second factor with its passkeys and recovery codes. */
export async function deleteSecondFactor(tx: Transaction, customer_id: string): Promise<void> {
  await tx.deleteFrom('identity.recovery_codes').where('customer_id', '=', customer_id).execute()
  await tx.deleteFrom('identity.passkeys').where('customer_id', '=', customer_id).execute()
  await tx.deleteFrom('identity.second_factors').where('customer_id', '=', customer_id).execute()
}

/** Stores sealed recovery codes. */
export async function insertRecoveryCodes(
  tx: Transaction,
  customer_id: string,
  sealed: readonly Buffer[],
): Promise<void> {
  const made_at = sql<Date>`platform.now()`
  await tx
    .insertInto('identity.recovery_codes')
    .values(sealed.map((code_sealed) => ({ code_sealed, customer_id, made_at, used_at: null })))
    .execute()
}

/** A customer's sealed recovery codes, used ones included; their hashes share one salt. */
export async function recoveryCodes(tx: Transaction, customer_id: string): Promise<Buffer[]> {
  const rows = await tx
    .selectFrom('identity.recovery_codes')
    .select('code_sealed')
    .where('customer_id', '=', customer_id)
    .execute()
  return rows.map(({ code_sealed }) => code_sealed)
}

/** Uses up a recovery code; false where it was used before. */
export async function useRecoveryCode(
  tx: Transaction,
  customer_id: string,
  code_sealed: Buffer,
): Promise<boolean> {
  const result = await tx
    .updateTable('identity.recovery_codes')
    .set({ used_at: sql<Date>`platform.now()` })
    .where('customer_id', '=', customer_id)
    .where('code_sealed', '=', code_sealed)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** How many recovery codes a customer has left. */
export async function countRecoveryCodes(tx: Transaction, customer_id: string): Promise<number> {
  const { left } = await tx
    .selectFrom('identity.recovery_codes')
    .select((fields) => fields.fn.countAll<bigint>().as('left'))
    .where('customer_id', '=', customer_id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Makes withdrawals wait as after a reset of the transaction password; returns since when. */
export async function markReset(tx: Transaction, customer_id: string): Promise<Date> {
  const { reset_at } = await tx
    .updateTable('identity.customers')
    .set({ transaction_password_reset_at: sql<Date>`platform.now()` })
    .where('customer_id', '=', customer_id)
    .returning('transaction_password_reset_at as reset_at')
    .executeTakeFirstOrThrow()
  if (!reset_at) throw new Error('The time that was just stored could not be read')
  return reset_at
}
