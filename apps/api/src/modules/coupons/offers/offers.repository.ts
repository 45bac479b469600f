import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { OfferTable } from '../tables.ts'

export type Offer = Selectable<OfferTable>
export type NewOffer = Omit<Offer, 'name_key' | 'created_at' | 'closed_at' | 'close_reason'>

/** Stores an offer as approved; the database refuses any other. */
export async function insertOffer(tx: Transaction, { texts, ...offer }: NewOffer): Promise<void> {
  await tx
    .insertInto('coupons.offers')
    .values({ ...offer, texts: sql`${JSON.stringify(texts)}::jsonb` })
    .execute()
}

/** One offer, or null. A customer's scope sees activities only. */
export async function offerById(tx: Transaction, offer_id: string): Promise<Offer | null> {
  const row = await tx
    .selectFrom('coupons.offers')
    .selectAll()
    .where('offer_id', '=', offer_id)
    .executeTakeFirst()
  return row ?? null
}

/** One offer, locked until the transaction ends, so that concurrent issues count its coupons in turn. */
export async function lockOffer(tx: Transaction, offer_id: string): Promise<Offer | null> {
  const held = sql`select coupons.hold_offer(${offer_id}::uuid)`.execute(tx)
  // A separate statement, so that it sees what was committed while the lock was awaited.
  const [offer] = await Promise.all([offerById(tx, offer_id), held])
  return offer
}

/** The offers of these ids, by id. */
export async function offersByIds(
  tx: Transaction,
  offer_ids: readonly string[],
): Promise<Map<string, Offer>> {
  if (offer_ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('coupons.offers')
    .selectAll()
    .where('offer_id', 'in', [...new Set(offer_ids)])
    .execute()
  return new Map(rows.map((row) => [row.offer_id, row]))
}

/** Activities that have not ended, newest first, before `before` where given. */
export async function currentActivities(
  tx: Transaction,
  page: { before: string | undefined; limit: number },
): Promise<Offer[]> {
  return await tx
    .selectFrom('coupons.offers')
    .selectAll()
    .where('claim', '=', 'activity')
    .where('closed_at', 'is', null)
    .where('ends_at', '>', sql<Date>`platform.now()`)
    .$if(page.before !== undefined, (query) => query.where('offer_id', '<', page.before ?? ''))
    .orderBy('offer_id', 'desc')
    .limit(page.limit)
    .execute()
}

/** Offers, newest first, before one of them where given. System scope. */
export async function newestOffers(
  tx: Transaction,
  before: string | undefined,
  rows_max: number,
): Promise<Offer[]> {
  const query = tx.selectFrom('coupons.offers').selectAll()
  const older = before === undefined ? query : query.where('offer_id', '<', before)
  return await older.orderBy('offer_id', 'desc').limit(rows_max).execute()
}

/** Closes an offer; false where it was closed before. */
export async function closeOffer(tx: Transaction, offer_id: string, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('coupons.offers')
    .set({ closed_at: sql<Date>`platform.now()`, close_reason: reason })
    .where('offer_id', '=', offer_id)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** How many coupons of each offer were issued: to everybody, and to this customer. */
export async function issuedCounts(
  tx: Transaction,
  offer_ids: readonly string[],
  customer_id: string,
): Promise<Map<string, { issued: number; received: number }>> {
  const { rows } = await sql<{ offer_id: string; issued: number; received: number }>`
    select offer_id,
      coalesce((select max(offer_number) from coupons.coupons where coupons.offer_id = asked.offer_id), 0) as issued,
      coalesce((select max(customer_number) from coupons.coupons
        where coupons.offer_id = asked.offer_id and customer_id = ${customer_id}), 0) as received
    from unnest(${[...offer_ids]}::uuid[]) as asked (offer_id)`.execute(tx)
  return new Map(rows.map(({ offer_id, ...counts }) => [offer_id, counts]))
}

/** Stores a leader's team; its cap is the offer's. */
export async function insertTeam(
  tx: Transaction,
  team: {
    team_id: string
    offer_id: string
    leader_id: string
    cap_micros: bigint
    proposal_id: string
  },
): Promise<void> {
  await tx.insertInto('coupons.teams').values(team).execute()
}

/** A team's leader, its cap, and how much its members have used. */
export interface Team {
  team_id: string
  leader_id: string
  offer_id: string
  proposal_id: string
  cap_micros: bigint
  used_micros: bigint
}

/** Teams by their ids. System scope. */
export async function teamsByIds(tx: Transaction, team_ids: readonly string[]): Promise<Map<string, Team>> {
  if (team_ids.length === 0) return new Map()
  return await teamsWhere(tx, sql`team_id = any (${[...new Set(team_ids)]}::uuid[])`)
}

/** These coupons' teams, by team id. System scope. */
export async function teamsOfCoupons(
  tx: Transaction,
  coupon_ids: readonly string[],
): Promise<Map<string, Team>> {
  const of_coupons = sql`
    team_id in (select team_id from coupons.coupons where coupon_id = any (${[...coupon_ids]}::uuid[]))`
  return await teamsWhere(tx, of_coupons)
}

async function teamsWhere(tx: Transaction, condition: RawBuilder<unknown>): Promise<Map<string, Team>> {
  const { rows } = await sql<Team>`
    select team_id, leader_id, offer_id, proposal_id, cap_micros, coalesce((
      select sum(worth_micros) from coupons.coupons where coupons.team_id = teams.team_id and state = 'used'
    ), 0)::bigint as used_micros
    from coupons.teams where ${condition}`.execute(tx)
  return new Map(rows.map((row) => [row.team_id, row]))
}
