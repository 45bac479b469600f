import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { PasskeyTable } from '../tables.ts'

export type PasskeyRow = Selectable<PasskeyTable>

/** Questions of one customer that wait for their answers at once; older ones are forgotten. */
const CHALLENGES_MAX = 20

/** A customer's passkeys, the one added last first. Needs system scope, as all here. */
export async function passkeysOf(tx: Transaction, customer_id: string): Promise<PasskeyRow[]> {
  return await tx
    .selectFrom('identity.passkeys')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .orderBy('added_at', 'desc')
    .orderBy('passkey_id', 'desc')
    .execute()
}

/** Keeps a new passkey; throws a violation of `passkeys_credential_key` where it is kept already, whoever's. */
export async function insertPasskey(
  tx: Transaction,
  passkey: Omit<PasskeyRow, 'added_at' | 'last_used_at'>,
): Promise<void> {
  await tx
    .insertInto('identity.passkeys')
    .values({ ...passkey, added_at: sql<Date>`platform.now()`, last_used_at: null })
    .execute()
}

/** Keeps that a passkey was used, and how often its device says it was. */
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

/** A question's hash, whom it is put to and what its answer allows. */
export interface ChallengeRow {
  challenge_hash: Buffer
  customer_id: string
  purpose: string
}

/** Keeps a question, and forgets this customer's that are over or too many. */
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

/** Uses a question up; false where there is none of this kind in time. Of many at once one gets it. */
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

/** Forgets what a customer was asked: it was asked of another set of factors. */
export async function deleteChallenges(tx: Transaction, customer_id: string): Promise<void> {
  await tx.deleteFrom('identity.passkey_challenges').where('customer_id', '=', customer_id).execute()
}

/** Removes questions that nobody can answer any more. */
export async function deleteEndedChallenges(tx: Transaction): Promise<void> {
  await tx
    .deleteFrom('identity.passkey_challenges')
    .where('expires_at', '<=', sql<Date>`platform.now()`)
    .execute()
}
