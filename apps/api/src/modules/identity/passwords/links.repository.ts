import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { LinkKind } from '../tables.ts'

/** A link as it was sent. */
export interface LinkRow {
  customer_id: string
  email: string
}

/** Stores a link that is good for `life_ms`. */
export async function insertLink(
  tx: Transaction,
  link: LinkRow & { link_hash: Buffer; kind: LinkKind },
  life_ms: number,
): Promise<void> {
  await tx
    .insertInto('identity.links')
    .values({
      ...link,
      made_at: sql<Date>`platform.now()`,
      expires_at: sql<Date>`platform.now() + ${life_ms}::bigint * interval '1 millisecond'`,
      used_at: null,
    })
    .execute()
}

/** The link with this hash that is unused and in time, or null. */
export async function findLink(tx: Transaction, link_hash: Buffer, kind: LinkKind): Promise<LinkRow | null> {
  const row = await tx
    .selectFrom('identity.links')
    .select(['customer_id', 'email'])
    .where('link_hash', '=', link_hash)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`platform.now()`)
    .executeTakeFirst()
  return row ?? null
}

/** Uses a link up; null where it was, or is over. Of several at once one has it. */
export async function takeLink(tx: Transaction, link_hash: Buffer, kind: LinkKind): Promise<LinkRow | null> {
  const row = await tx
    .updateTable('identity.links')
    .set({ used_at: sql<Date>`platform.now()` })
    .where('link_hash', '=', link_hash)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`platform.now()`)
    .returning(['customer_id', 'email'])
    .executeTakeFirst()
  return row ?? null
}

/** How many links of a kind a customer could follow now. */
export async function openLinks(tx: Transaction, customer_id: string, kind: LinkKind): Promise<number> {
  const { count } = await tx
    .selectFrom('identity.links')
    .select((of) => of.fn.countAll<bigint>().as('count'))
    .where('customer_id', '=', customer_id)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`platform.now()`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Ends what links to a new sign-in password a customer was sent: the address or the password is another one now. */
export async function endPasswordLinks(tx: Transaction, customer_id: string): Promise<void> {
  await tx
    .updateTable('identity.links')
    .set({ used_at: sql<Date>`platform.now()` })
    .where('customer_id', '=', customer_id)
    .where('kind', '=', 'password')
    .where('used_at', 'is', null)
    .execute()
}

/** Removes links that nobody could follow any more. */
export async function deleteEndedLinks(tx: Transaction): Promise<void> {
  await tx.deleteFrom('identity.links').where('expires_at', '<', sql<Date>`platform.now()`).execute()
}
