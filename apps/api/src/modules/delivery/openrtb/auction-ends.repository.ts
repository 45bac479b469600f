import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import { bigintArray, uuidArray } from '../../../database/array-parameters.ts'
import type { Transaction } from '../../../database/database.ts'
import type {} from '../tables.ts'

/** `test`: the request said that nothing of it is billed. */
export type AuctionOutcome = 'won' | 'lost' | 'test'

/** What somebody told of a bid. Prices are for a thousand impressions. */
export interface AuctionEnd {
  decision_id: string
  placement_id: string
  lease_id: string
  outcome: AuctionOutcome
  bid_micros: Micros
  /** What the auction says that it cost; null where it says nothing that is an amount. */
  price_micros: Micros | null
  /** Of OpenRTB's list of reasons; null where none was told. */
  loss_reason: number | null
}

/** What is kept of a bid: what was told first. */
export interface KeptEnd {
  outcome: AuctionOutcome
  is_new: boolean
}

/** Keeps what became of bids and frees what the lost ones hold; answers what is kept, by decision. System scope. */
export async function endAuctions(
  tx: Transaction,
  ends: readonly AuctionEnd[],
): Promise<Map<string, KeptEnd>> {
  const numbers = (values: readonly (bigint | number | null)[]) =>
    `{${values.map((value) => value ?? 'NULL').join(',')}}`
  const { rows } = await sql<KeptEnd & { decision_id: string }>`
    select of_decision as decision_id, kept_outcome as outcome, is_new
    from delivery.end_auctions(
      ${uuidArray(ends.map(({ decision_id }) => decision_id))}::uuid[],
      ${uuidArray(ends.map(({ placement_id }) => placement_id))}::uuid[],
      ${uuidArray(ends.map(({ lease_id }) => lease_id))}::uuid[],
      ${ends.map(({ outcome }) => outcome)}::text[],
      ${bigintArray(ends.map(({ bid_micros }) => bid_micros))}::bigint[],
      ${numbers(ends.map(({ price_micros }) => price_micros))}::bigint[],
      ${numbers(ends.map(({ loss_reason }) => loss_reason))}::smallint[]
    )`.execute(tx)
  return new Map(rows.map(({ decision_id, ...kept }) => [decision_id, kept]))
}

/** What became of a bid; null while nobody has told. System scope. */
export async function readAuctionOutcome(
  tx: Transaction,
  decision_id: string,
): Promise<AuctionOutcome | null> {
  const row = await tx
    .selectFrom('delivery.auction_ends')
    .select('outcome')
    .where('decision_id', '=', decision_id)
    .executeTakeFirst()
  return row?.outcome ?? null
}

/** What became of the bids of a placement, and how the prices told compare with what was bid. */
export interface AuctionCount {
  placement_id: string
  won: bigint
  lost: bigint
  test: bigint
  /** Of those won. */
  price_as_bid: bigint
  price_other: bigint
}

/** Auctions since a time, by placement. */
export async function readAuctionCounts(tx: Transaction, since: Date): Promise<AuctionCount[]> {
  const { rows } = await sql<AuctionCount>`
    select
      placement_id,
      count(*) filter (where outcome = 'won') as won,
      count(*) filter (where outcome = 'lost') as lost,
      count(*) filter (where outcome = 'test') as test,
      count(*) filter (where outcome = 'won' and price_micros = bid_micros) as price_as_bid,
      count(*) filter (where outcome = 'won' and price_micros <> bid_micros) as price_other
    from delivery.auction_ends where ended_at >= ${since}
    group by placement_id order by placement_id`.execute(tx)
  return rows
}

/** Lost bids since a time, by the reason that was told, most frequent first. */
export async function readLossReasons(
  tx: Transaction,
  since: Date,
): Promise<{ loss_reason: number | null; count: bigint }[]> {
  const { rows } = await sql<{ loss_reason: number | null; count: bigint }>`
    select loss_reason, count(*) as count from delivery.auction_ends
    where ended_at >= ${since} and outcome = 'lost'
    group by loss_reason order by 2 desc, 1`.execute(tx)
  return rows
}

/** Forgets what nothing was charged for and ended before a time, some at once. System scope. */
export async function forgetUncharged(tx: Transaction, before: Date): Promise<void> {
  await sql`
    delete from delivery.auction_ends where decision_id in (
      select decision_id from delivery.auction_ends
      where ended_at < ${before} and outcome <> 'won' order by ended_at limit 5000
    )`.execute(tx)
}
