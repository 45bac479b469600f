import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { PasskeyTable } from '../tables.ts'

export type PasskeyRow = Selectable<PasskeyTable>

/** Open questions kept per customer; older ones are deleted. */
const CHALLENGES_MAX = 20

/** A customer's passkeys, newest first. Needs system scope, as all here. */
export async function passkeysOf(tx: Transaction, customer_id: string): Promise<PasskeyRow[]> {
  return await tx
    .selectFrom('identity.passkeys')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .orderBy('added_at', 'desc')
    .orderBy('passkey_id', 'desc')
    .execute()
}

/** Stores a new passkey; violates `passkeys_credential_key` where anybody has it already. */
export async function insertPasskey(
  tx: Transaction,
  passkey: Omit<PasskeyRow, 'added_at' | 'last_used_at'>,
): Promise<void> {
  await tx
    .insertInto('identity.passkeys')
    .values({ ...passkey, added_at: sql<Date>`platform.now()`, last_used_at: null })
    .execute()
}

/** Records a passkey's use and its device's count. */
export async function markPasskeyUsed(
  tx: Transaction,
  passkey_id: string,
  sign_count: number,
): Promise<void> {
  await tx
    .updateTable('identity.passkeys')
    .set({ sign_count: BigInt(sign_count), last_used_at: sql<Date>`platform.now()` })
    .where('passkey_id', '=', passkey_id)
    .execute()
}

/** Removes a passkey of this customer. */
export async function deletePasskey(tx: Transaction, customer_id: string, passkey_id: string): Promise<void> {
  await tx
    .deleteFrom('identity.passkeys')
    .where('customer_id', '=', customer_id)
    .where('passkey_id', '=', passkey_id)
    .execute()
}

/** A question's hash, its customer and what its answer permits. */
export interface ChallengeRow {
  challenge_hash: Buffer
  customer_id: string
  purpose: string
}

/** Stores a question, and deletes this customer's expired and surplus ones. */
export async function insertChallenge(
  tx: Transaction,
  challenge: ChallengeRow,
  ends_after_ms: number,
): Promise<void> {
  const { customer_id } = challenge
  await sql`
    delete from identity.passkey_challenges where customer_id = ${customer_id} and (
      expires_at <= platform.now() or challenge_hash in (
        select challenge_hash from identity.passkey_challenges where customer_id = ${customer_id}
        order by expires_at desc offset ${CHALLENGES_MAX - 1}))`.execute(tx)
  await tx
    .insertInto('identity.passkey_challenges')
    .values({
      ...challenge,
      expires_at: sql<Date>`platform.now() + ${ends_after_ms} * interval '1 millisecond'`,
    })
    .execute()
}

/** Uses a question up; false where there is none in time. Only one of several at once gets it. */
export async function takeChallenge(
  tx: Transaction,
  { challenge_hash, customer_id, purpose }: ChallengeRow,
): Promise<boolean> {
  const result = await tx
    .deleteFrom('identity.passkey_challenges')
    .where('challenge_hash', '=', challenge_hash)
    .where('customer_id', '=', customer_id)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`platform.now()`)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Deletes a customer's questions, which were asked of another set of factors. */
export async function deleteChallenges(tx: Transaction, customer_id: string): Promise<void> {
  await tx.deleteFrom('identity.passkey_challenges').where('customer_id', '=', customer_id).execute()
}

/** Deletes expired questions. */
export async function deleteEndedChallenges(tx: Transaction): Promise<void> {
  await tx
    .deleteFrom('identity.passkey_challenges')
    .where('expires_at', '<=', sql<Date>`platform.now()`)
    .execute()
}
