import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { RelatedPartyTable } from '../tables.ts'

/** Inserts a declaration. */
export async function insertRelatedParty(
  tx: Transaction,
  declaration: Omit<Insertable<RelatedPartyTable>, 'declared_at'>,
): Promise<void> {
  await tx
    .insertInto('marketplace.related_parties')
    .values({ ...declaration, declared_at: sql<Date>`platform.now()` })
    .execute()
}

/** A declaration; `ended_at` is null while it stands. */
export interface Declaration extends Omit<Selectable<RelatedPartyTable>, 'declared_by'> {
  ended_at: Date | null
}

function declarations(tx: Transaction) {
  return tx
    .selectFrom('marketplace.related_parties as related')
    .leftJoin('marketplace.related_party_ends as end', 'end.declaration_id', 'related.declaration_id')
    .select([
      'related.declaration_id',
      'kind',
      'party_name',
      'customer_id',
      'advertiser_id',
      'publisher_id',
      'share_percent',
      'declared_at',
      'ended_at',
    ])
    .select(sql<string>`since::text`.as('since'))
}

/** The declaration with this id, or null. System scope, as all here. */
export async function declarationById(tx: Transaction, declaration_id: string): Promise<Declaration | null> {
  const found = await declarations(tx).where('related.declaration_id', '=', declaration_id).executeTakeFirst()
  return found ?? null
}

/** Every declaration, ended ones included, newest first. */
export async function allDeclarations(tx: Transaction): Promise<Declaration[]> {
  return await declarations(tx).orderBy('related.declaration_id', 'desc').execute()
}

/** Ends a declaration now, under this approved proposal; false where it has ended already. */
export async function endDeclaration(
  tx: Transaction,
  end: { declaration_id: string; proposal_id: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('marketplace.related_party_ends')
    .values(end)
    .onConflict((conflict) => conflict.column('declaration_id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Condition on `marketplace.related_parties as related`: in force. */
export const IN_FORCE = sql<boolean>`
  related.since <= (platform.now() at time zone 'UTC')::date and not exists (
    select from marketplace.related_party_ends as ended where ended.declaration_id = related.declaration_id)`

/** The declared related parties, by kind (PRODUCT §2.10). */
export interface RelatedParties {
  /** Customers who are related persons themselves. */
  customer_ids: Set<string>
  /** Advertisers in which the operator, staff or another declared party has a share. */
  advertiser_ids: Set<string>
  publisher_ids: Set<string>
}

/** The parties of every declaration in force now or, if given, at `settled_at`. */
export async function relatedParties(tx: Transaction, settled_at?: Date): Promise<RelatedParties> {
  const { rows } = await sql<Pick<Declaration, 'customer_id' | 'advertiser_id' | 'publisher_id'>>`
    select customer_id, advertiser_id, publisher_id
    from marketplace.related_parties as related
    where ${IN_FORCE} or exists (
      select from marketplace.related_party_ends as ended
      where ended.declaration_id = related.declaration_id and ended_at > ${settled_at ?? null}
        and since <= (ended_at at time zone 'UTC')::date)`.execute(tx)
  const named = (ids: (string | null)[]) => new Set(ids.filter((id) => id !== null))
  return {
    customer_ids: named(rows.map((row) => row.customer_id)),
    advertiser_ids: named(rows.map((row) => row.advertiser_id)),
    publisher_ids: named(rows.map((row) => row.publisher_id)),
  }
}

/** An advertiser in which a declared party has a share, or had one. */
export interface RelatedAdvertiser {
  advertiser_id: string
  /** Null while it lasts. */
  ended_at: Date | null
}

/** Every advertiser that a declaration in force names or once named. */
export async function relatedAdvertisers(tx: Transaction): Promise<RelatedAdvertiser[]> {
  const { rows } = await sql<RelatedAdvertiser>`
    select advertiser_id, ended_at
    from marketplace.related_parties left join marketplace.related_party_ends using (declaration_id)
    where advertiser_id is not null and since <= (coalesce(ended_at, platform.now()) at time zone 'UTC')::date`.execute(
    tx,
  )
  return rows
}
