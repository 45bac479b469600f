import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import { uuidArray } from '../../../database/array-parameters.ts'
import type { Transaction } from '../../../database/database.ts'
import type { BeneficiaryTable } from '../tables.ts'

export type BeneficiaryRow = Selectable<BeneficiaryTable>

/** The beneficiary bound now; undefined if there is none. */
export async function currentBeneficiary(
  tx: Transaction,
  customer_id: string,
): Promise<BeneficiaryRow | undefined> {
  return await tx
    .selectFrom('wallet.beneficiaries')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()
}

/**
 * The beneficiary bound to each of these customers now, locked against replacement until the transaction ends; absent
 * if there is none. System scope.
 */
export async function holdBeneficiaries(
  tx: Transaction,
  customer_ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ customer_id: string; beneficiary_id: string }>`
    select customer_id, beneficiary_id from wallet.beneficiaries
    where customer_id = any (${uuidArray(customer_ids)}::uuid[]) and replaced_at is null
    order by beneficiary_id for share`.execute(tx)
  return new Map(rows.map(({ customer_id, beneficiary_id }) => [customer_id, beneficiary_id]))
}

/** Replaces the current beneficiary. */
export async function replaceBeneficiary(tx: Transaction, row: Insertable<BeneficiaryTable>): Promise<void> {
  await tx
    .updateTable('wallet.beneficiaries')
    .set({ replaced_at: row.changed_at })
    .where('customer_id', '=', row.customer_id)
    .where('replaced_at', 'is', null)
    .execute()
  await tx.insertInto('wallet.beneficiaries').values(row).execute()
}

/** A current or former beneficiary. Throws if there is none, because ids come from rows that refer to it. */
export async function beneficiaryById(tx: Transaction, beneficiary_id: string): Promise<BeneficiaryRow> {
  return await tx
    .selectFrom('wallet.beneficiaries')
    .selectAll()
    .where('beneficiary_id', '=', beneficiary_id)
    .executeTakeFirstOrThrow()
}

/** Delays use of the current beneficiary until at least `usable_from`. */
export async function delayBeneficiary(
  tx: Transaction,
  customer_id: string,
  usable_from: Date,
): Promise<void> {
  await tx
    .updateTable('wallet.beneficiaries')
    .set({ usable_from: sql`greatest(usable_from, ${usable_from}::timestamptz)` })
    .where('customer_id', '=', customer_id)
    .where('replaced_at', 'is', null)
    .execute()
}
