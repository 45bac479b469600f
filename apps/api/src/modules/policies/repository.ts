import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { defaultValues, type StoredVersion } from './rules.ts'
import type {} from './tables.ts'

/** Every version, oldest first. */
export async function readVersions(tx: Transaction): Promise<StoredVersion[]> {
  return await tx
    .selectFrom('policies.versions')
    .select(['version', 'effective_from', 'values'])
    .orderBy('version')
    .execute()
}

/** Stores the program's defaults as version 1 if there is none yet, so that later defaults don't change history. */
export async function insertFirstVersion(tx: Transaction): Promise<void> {
  const reason = 'the defaults of the program that created this database'
  await sql`select policies.keep_first(${JSON.stringify(defaultValues())}::jsonb, ${reason})`.execute(tx)
}

export interface NewVersion {
  version: number
  values: Readonly<Record<string, string>>
  effective_from: Date | null
  proposal_id: string
  reason: string
}

/** Inserts a version; the database checks proposal, bounds and notice again. Answers when it takes effect. */
export async function insertVersion(tx: Transaction, { values, ...version }: NewVersion): Promise<Date> {
  const row = await tx
    .insertInto('policies.versions')
    .values({ ...version, values: JSON.stringify(values) })
    .returning('effective_from')
    .executeTakeFirstOrThrow()
  return row.effective_from
}

/** A version with the people who decided it and the reason. */
export interface DecidedVersion extends StoredVersion {
  reason: string
  maker: string | null
  checker: string | null
  decided_at: Date
}

/** Every version with who decided it, newest first. */
export async function readDecidedVersions(tx: Transaction): Promise<DecidedVersion[]> {
  return await tx
    .selectFrom('policies.versions as version')
    .leftJoin('operators.staff as maker', 'maker.staff_id', 'version.maker_id')
    .leftJoin('operators.staff as checker', 'checker.staff_id', 'version.checker_id')
    .select([
      'version.version',
      'version.effective_from',
      'version.values',
      'version.reason',
      'version.decided_at',
      'maker.username as maker',
      'checker.username as checker',
    ])
    .orderBy('version.version', 'desc')
    .execute()
}
