import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { takeTurn } from '../../database/take-turn.ts'
import type {} from './tables.ts'

/** How long a replaced secret still signs, beside the newest. */
const REPLACED_SIGNS_MS = 86_400_000

/** Where an advertiser wants its notices; null: nowhere. */
export async function noticeUrlOf(tx: Transaction, advertiser_id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('notices.receivers')
    .select('url')
    .where('advertiser_id', '=', advertiser_id)
    .executeTakeFirst()
  return row?.url ?? null
}

/** Which of these advertisers want notices. */
export async function receiversAmong(
  tx: Transaction,
  advertiser_ids: readonly string[],
): Promise<Set<string>> {
  if (advertiser_ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('notices.receivers')
    .select('advertiser_id')
    .where('advertiser_id', 'in', [...new Set(advertiser_ids)])
    .where('url', 'is not', null)
    .execute()
  return new Set(rows.map(({ advertiser_id }) => advertiser_id))
}

/** Stores where an advertiser wants its notices from now on; null: nowhere. */
export async function keepNoticeUrl(
  tx: Transaction,
  advertiser_id: string,
  url: string | null,
): Promise<void> {
  await tx
    .insertInto('notices.receivers')
    .values({ advertiser_id, url, registered_at: sql<Date>`platform.now()` })
    .onConflict((conflict) => conflict.column('advertiser_id').doUpdateSet({ url }))
    .execute()
}

/** Whether an advertiser has a secret that is in force. */
export async function hasNoticeSecret(tx: Transaction, advertiser_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('notices.secrets')
    .select('advertiser_id')
    .where('advertiser_id', '=', advertiser_id)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Puts a sealed secret in force in place of the one before. */
export async function replaceNoticeSecret(
  tx: Transaction,
  secret: { secret_id: string; advertiser_id: string; sealed: Buffer },
): Promise<void> {
  await takeTurn(tx, `notice-secret:${secret.advertiser_id}`)
  await tx
    .updateTable('notices.secrets')
    .set({ replaced_at: sql<Date>`platform.now()` })
    .where('advertiser_id', '=', secret.advertiser_id)
    .where('replaced_at', 'is', null)
    .execute()
  await tx
    .insertInto('notices.secrets')
    .values({ ...secret, created_at: sql<Date>`platform.now()`, replaced_at: null })
    .execute()
}

/** The sealed secrets that sign an advertiser's notices now, the newest first. */
export async function signingSecrets(
  tx: Transaction,
  advertiser_id: string,
): Promise<{ secret_id: string; sealed: Buffer }[]> {
  const { rows } = await sql<{ secret_id: string; sealed: Buffer }>`
    select secret_id, sealed from notices.secrets
    where advertiser_id = ${advertiser_id} and (
      replaced_at is null or replaced_at > platform.now() - ${REPLACED_SIGNS_MS}::integer * interval '1 millisecond')
    order by replaced_at desc nulls first`.execute(tx)
  return rows
}
