import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'

/** A roll-up row that is not what the events say. */
export interface RollupDifference {
  rollup: string
  /** What the roll-up holds, as text; null where it holds nothing. */
  stored: string | null
  /** What the events say; null where they say nothing. */
  recomputed: string | null
}

const ROLLUPS = [
  { name: 'plan_minutes', keys: ['plan_id', 'minute', 'customer_id'] },
  { name: 'customer_quarters', keys: ['customer_id', 'quarter', 'plan_id'] },
  { name: 'plan_placements', keys: ['plan_id', 'placement_id', 'publisher_id', 'customer_id'] },
  { name: 'plan_totals', keys: ['plan_id', 'customer_id'] },
  { name: 'customer_totals', keys: ['customer_id'] },
] as const

const FIGURES = [
  'impressions',
  'viewables',
  'clicks',
  'conversions',
  'invalid_events',
  'spend_micros',
  'revenue_micros',
  'spend_returned_micros',
  'revenue_reversed_micros',
] as const

/**
 * Compares every roll-up with what `recomputed` says: a query of the shape of `statistics.change`, one row a plan,
 * placement and minute, made from the events themselves. At most `rows_max` differences of each roll-up; rows that
 * hold nothing are equal to none.
 */
export async function findDifferences(
  tx: Transaction,
  recomputed: RawBuilder<unknown>,
  rows_max: number,
): Promise<RollupDifference[]> {
  const differences: RollupDifference[] = []
  for (const { name, keys } of ROLLUPS) {
    const figures = sql.join(FIGURES.map((figure) => sql.ref(figure)))
    const sums = sql.join(FIGURES.map((figure) => sql`sum(${sql.ref(figure)})::bigint as ${sql.ref(figure)}`))
    const given = sql.join(keys.map((key) => keyOf(key)))
    const stored = sql.join(keys.map((key) => sql.ref(key)))
    const some = sql.join(
      FIGURES.map((figure) => sql`${sql.ref(figure)} <> 0`),
      sql` or `,
    )
    const { rows } = await sql<{ stored: string | null; recomputed: string | null }>`
      with right_rows as (
        select ${given}, ${sums} from (${recomputed}) as changes group by ${sql.join(keys.map((key) => sql.ref(key)))}
      ), right_text as (
        select row(${stored})::text as key, row(${figures})::text as held from right_rows where ${some}
      ), stored_text as (
        select row(${stored})::text as key, row(${figures})::text as held
        from statistics.${sql.ref(name)} where ${some}
      )
      select stored_text.key || ' ' || stored_text.held as stored, right_text.key || ' ' || right_text.held as recomputed
      from stored_text full join right_text using (key)
      where stored_text.held is distinct from right_text.held
      limit ${rows_max}`.execute(tx)
    differences.push(...rows.map((row) => ({ rollup: name, ...row })))
  }
  return differences
}

function keyOf(key: string): RawBuilder<unknown> {
  return key === 'quarter'
    ? sql`date_bin('15 minutes', minute, timestamptz 'epoch') as quarter`
    : sql.ref(key)
}
