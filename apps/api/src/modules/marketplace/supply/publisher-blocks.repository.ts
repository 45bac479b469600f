import type { Insertable } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { PublisherBlockTable } from '../tables.ts'

/** What a publisher wants on none of its placements. */
export interface Blocked {
  categories: string[]
  advertiser_domains: string[]
  /** Since when; null where it has never said anything. */
  blocked_at: Date | null
}

/** What a publisher blocks now; empty lists where it has said nothing. */
export async function publisherBlock(tx: Transaction, publisher_id: string): Promise<Blocked> {
  const row = await tx
    .selectFrom('marketplace.publisher_blocks')
    .select(['categories', 'advertiser_domains', 'blocked_at'])
    .where('publisher_id', '=', publisher_id)
    .orderBy('blocked_at', 'desc')
    .orderBy('block_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? { categories: [], advertiser_domains: [], blocked_at: null }
}

/** Puts a publisher's blocks in force in place of its former ones. */
export async function insertPublisherBlock(
  tx: Transaction,
  block: Insertable<PublisherBlockTable>,
): Promise<void> {
  await tx.insertInto('marketplace.publisher_blocks').values(block).execute()
}
