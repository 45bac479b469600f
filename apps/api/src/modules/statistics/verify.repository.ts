import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'

/** A roll-up row that is not what the events say. */
export interface RollupDifference {
  rollup: string
  /** Which row, as text: `(plan_id,minute,customer_id)`. */
  key: string
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
 * hold nothing are equal to none. One statement, so that the events are read once and all are of one moment.
 */
export async function findDifferences(
  tx: Transaction,
  recomputed: RawBuilder<unknown>,
  rows_max: number,
): Promise<RollupDifference[]> {
  const compared = sql.join(
    ROLLUPS.map((rollup) => differencesOf(rollup, rows_max)),
    sql` union all `,
  )
  const { rows } = await sql<RollupDifference>`
    with changes as materialized (${recomputed}) ${compared}`.execute(tx)
  return rows
}

function differencesOf({ name, keys }: (typeof ROLLUPS)[number], rows_max: number): RawBuilder<unknown> {
  const figures = sql.join(FIGURES.map((figure) => sql.ref(figure)))
  const sums = sql.join(FIGURES.map((figure) => sql`sum(${sql.ref(figure)})::bigint as ${sql.ref(figure)}`))
  const given = sql.join(keys.map((key) => keyOf(key)))
  const stored = sql.join(keys.map((key) => sql.ref(key)))
  const some = sql.join(
    FIGURES.map((figure) => sql`${sql.ref(figure)} <> 0`),
    sql` or `,
  )
  return sql`(
    with right_rows as (
      select ${given}, ${sums} from changes group by ${sql.join(keys.map((key) => sql.ref(key)))}
    ), right_text as (
      select row(${stored})::text as key, row(${figures})::text as held from right_rows where ${some}
    ), stored_text as (
      select row(${stored})::text as key, row(${figures})::text as held
      from statistics.${sql.ref(name)} where ${some}
    )
    select ${name}::text as rollup, key, stored_text.held as stored, right_text.held as recomputed
    from stored_text full join right_text using (key)
    where stored_text.held is distinct from right_text.held
    order by key limit ${rows_max})`
}

function keyOf(key: string): RawBuilder<unknown> {
  return key === 'quarter'
    ? sql`date_bin('15 minutes', minute, timestamptz 'epoch') as quarter`
    : sql.ref(key)
}
