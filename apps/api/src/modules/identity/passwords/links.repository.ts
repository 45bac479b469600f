import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { LinkKind } from '../tables.ts'

export interface LinkRow {
  customer_id: string
  email: string
  /** Of the code that is asked for beside it, if any. */
  code_hash: Buffer | null
}

/** Stores a link that is valid for `life_ms`. */
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

/** Of links to a new password, the newest alone counts, used or not: a letter voids the ones before it. */
const isNewest = sql<boolean>`(kind <> 'password' or not exists (
  select from identity.links as newer
  where newer.customer_id = links.customer_id and newer.kind = links.kind and newer.made_at > links.made_at))`

/** The link with this hash that is unused, unexpired and voided by no newer one, or null. */
export async function findLink(tx: Transaction, link_hash: Buffer, kind: LinkKind): Promise<LinkRow | null> {
  const row = await tx
    .selectFrom('identity.links')
    .select(['customer_id', 'email', 'code_hash'])
    .where('link_hash', '=', link_hash)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`platform.now()`)
    .where(isNewest)
    .executeTakeFirst()
  return row ?? null
}

/** Uses a link up; null where it is used, expired or voided by a newer one. Only one of several at once gets it. */
export async function takeLink(tx: Transaction, link_hash: Buffer, kind: LinkKind): Promise<LinkRow | null> {
  const row = await tx
    .updateTable('identity.links')
    .set({ used_at: sql<Date>`platform.now()` })
    .where('link_hash', '=', link_hash)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`platform.now()`)
    .where(isNewest)
    .returning(['customer_id', 'email', 'code_hash'])
    .executeTakeFirst()
  return row ?? null
}

/** How many of a customer's links of a kind are unused and unexpired; newer ones may have voided some. */
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

/** Ends a customer's links to a new sign-in password, because their address or password changed. */
export async function endPasswordLinks(tx: Transaction, customer_id: string): Promise<void> {
  await tx
    .updateTable('identity.links')
    .set({ used_at: sql<Date>`platform.now()` })
    .where('customer_id', '=', customer_id)
    .where('kind', '=', 'password')
    .where('used_at', 'is', null)
    .execute()
}

/** Deletes expired links. */
export async function deleteEndedLinks(tx: Transaction): Promise<void> {
  await tx.deleteFrom('identity.links').where('expires_at', '<', sql<Date>`platform.now()`).execute()
}
