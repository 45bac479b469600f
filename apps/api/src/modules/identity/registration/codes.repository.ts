import type { Activation } from '@adtally/contract/operator/house/customers.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'

export interface CodeRow {
  code_id: string
  person_id: string
  policy_version: number
  activation: Activation
  is_used: boolean
  is_expired: boolean
}

/** The code with this hash, locked until the transaction ends, or null; simultaneous callers take turns. */
export async function lockCode(tx: Transaction, code_hash: Buffer): Promise<CodeRow | null> {
  const { rows } = await sql<CodeRow>`
    select code_id, person_id, policy_version, activation,
      used_at is not null as is_used, expires_at <= platform.now() as is_expired
    from identity.licence_codes where code_hash = ${code_hash} for update`.execute(tx)
  return rows[0] ?? null
}

/** As `lockCode` without the lock, to refuse hopeless requests early. */
export async function findCode(tx: Transaction, code_hash: Buffer): Promise<CodeRow | null> {
  const { rows } = await sql<CodeRow>`
    select code_id, person_id, policy_version, activation,
      used_at is not null as is_used, expires_at <= platform.now() as is_expired
    from identity.licence_codes where code_hash = ${code_hash}`.execute(tx)
  return rows[0] ?? null
}

/** Marks a locked code used by the customer who opened an account with it. */
export async function markCodeUsed(tx: Transaction, code_id: string, customer_id: string): Promise<void> {
  await tx
    .updateTable('identity.licence_codes')
    .set({ used_at: sql<Date>`platform.now()`, used_by: customer_id })
    .where('code_id', '=', code_id)
    .execute()
}

/** Stores a new code; returns when it expires. */
export async function insertCode(
  tx: Transaction,
  code: {
    code_id: string
    code_hash: Buffer
    person_id: string
    policy_label: string
    policy_version: number
    activation: Activation
    issued_by: string
  },
  expires_in_days: number,
): Promise<Date> {
  const { expires_at } = await tx
    .insertInto('identity.licence_codes')
    .values({
      ...code,
      issued_at: sql<Date>`platform.now()`,
      expires_at: sql<Date>`platform.now() + ${expires_in_days}::integer * interval '1 day'`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expires_at
}

/** Ends an unused code now; returns its person, or null where there is no such code. */
export async function endCode(tx: Transaction, code_id: string): Promise<string | null> {
  const row = await tx
    .updateTable('identity.licence_codes')
    .set({ expires_at: sql<Date>`platform.now()` })
    .where('code_id', '=', code_id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`platform.now()`)
    .returning('person_id')
    .executeTakeFirst()
  return row?.person_id ?? null
}

export interface CodeLine {
  code_id: string
  person_name: string
  policy_label: string
  policy_version: number
  activation: Activation
  issued_at: Date
  expires_at: Date
  used_at: Date | null
  used_by: string | null
  is_expired: boolean
}

/** Codes, newest first, before `before` where given. */
export async function listCodes(tx: Transaction, before: string | null, limit: number): Promise<CodeLine[]> {
  return await tx
    .selectFrom('identity.licence_codes as code')
    .innerJoin('identity.persons as person', 'person.person_id', 'code.person_id')
    .select([
      'code.code_id',
      'person.full_name as person_name',
      'code.policy_label',
      'code.policy_version',
      'code.activation',
      'code.issued_at',
      'code.expires_at',
      'code.used_at',
      'code.used_by',
      sql<boolean>`expires_at <= platform.now()`.as('is_expired'),
    ])
    .$if(before !== null, (query) => query.where('code.code_id', '<', before))
    .orderBy('code.code_id', 'desc')
    .limit(limit)
    .execute()
}
