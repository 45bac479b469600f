import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { isId } from '../../../database/identifiers.ts'
import { isTimestamp } from '../../../database/time/timestamps.ts'
import type { Place, Placed } from '../../staff-list.ts'
import type { PlacementFigureName } from '../tables.ts'

/** What a placement showed and earned in one hour or day of UTC. */
export type PlacementSpan = Record<Exclude<PlacementFigureName, 'earned_micros'>, bigint> & {
  placement_id: string
  begins_at: Date
  earned_micros: Micros
}

/** Where in the list a row stands: when it begins, and its placement. */
export const SPAN_PLACE = [isTimestamp, isId] as const

interface Wanted {
  step: 'hours' | 'days'
  publisher_id: string
  placement_id?: string | undefined
  /** Of rows that begin then or later, and before. */
  from_at?: Date | undefined
  until_at?: Date | undefined
}

/** A publisher's hours or days by placement, the newest first, after one of them if told. */
export async function placementSpans(
  tx: Transaction,
  { step, publisher_id, placement_id, from_at, until_at }: Wanted,
  after: Place<typeof SPAN_PLACE> | null,
  rows_max: number,
): Promise<Placed<PlacementSpan, typeof SPAN_PLACE>[]> {
  let query = tx
    .selectFrom(`statistics.placement_${step}`)
    .select(['placement_id', 'begins_at', 'impressions', 'viewables', 'clicks', 'conversions'])
    .select(['invalid_events', 'earned_micros', sql<string>`begins_at::text`.as('begins_text')])
    .where('publisher_id', '=', publisher_id)
  if (placement_id !== undefined) query = query.where('placement_id', '=', placement_id)
  if (from_at !== undefined) query = query.where('begins_at', '>=', from_at)
  if (until_at !== undefined) query = query.where('begins_at', '<', until_at)
  if (after)
    query = query.where(
      sql<boolean>`(begins_at, placement_id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    )
  const rows = await query
    .orderBy('begins_at', 'desc')
    .orderBy('placement_id', 'desc')
    .limit(rows_max)
    .execute()
  return rows.map(({ begins_text, ...row }) => ({ row, place: [begins_text, row.placement_id] as const }))
}
