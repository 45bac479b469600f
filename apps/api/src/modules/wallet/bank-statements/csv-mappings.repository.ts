import type { Rail } from '@adtally/contract/operator/finance/deposits-statements.ts'
import type { Insertable } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { parseInput } from '../../../lib/parse-input.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { type CsvMapping, csvMapping } from '../../bank/index.ts'
import type { CsvMappingTable } from '../tables.ts'

/** The newest mapping with a name, validated again. Throws `record_not_found`. */
export async function mappingInForce(
  tx: Transaction,
  rail: Rail,
  name: string,
): Promise<{ mapping_id: string; definition: CsvMapping }> {
  const row = await tx
    .selectFrom('wallet.csv_mappings')
    .select(['mapping_id', 'definition'])
    .where('rail', '=', rail)
    .where('name', '=', name)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw new Refusal('record_not_found', { field: 'mapping' })
  return { mapping_id: row.mapping_id, definition: parseInput(csvMapping, row.definition) }
}

/** Stores a mapping, which is in force from now on. */
export async function insertMapping(
  tx: Transaction,
  row: Omit<Insertable<CsvMappingTable>, 'sequence'>,
): Promise<void> {
  await tx.insertInto('wallet.csv_mappings').values(row).execute()
}
