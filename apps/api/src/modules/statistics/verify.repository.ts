import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { FIGURES, PLACEMENT_FIGURES } from './tables.ts'

/** A roll-up row that differs from the events. */
export interface RollupDifference {
  rollup: string
  /** Which row, as text: `(plan_id,minute,customer_id)`. */
  key: string
  /** The row in the roll-up, as text; null if missing. */
  stored: string | null
  /** The row recomputed from the events; null if they give none. */
  recomputed: string | null
}

const ROLLUPS = [
  { name: 'plan_minutes', keys: ['plan_id', 'minute', 'customer_id'], figures: FIGURES },
  {
    name: 'customer_quarters',
    keys: ['customer_id', 'quarter', 'plan_id'],
    figures: FIGURES,
    span: '15 minutes',
  },
  {
    name: 'plan_placements',
    keys: ['plan_id', 'placement_id', 'publisher_id', 'customer_id'],
    figures: FIGURES,
  },
  { name: 'plan_totals', keys: ['plan_id', 'customer_id'], figures: FIGURES },
  { name: 'customer_totals', keys: ['customer_id'], figures: FIGURES },
  ...[
    { name: 'placement_hours', span: '1 hour' },
    { name: 'placement_days', span: '24 hours' },
  ].map((by) => ({
    ...by,
    keys: ['placement_id', 'begins_at', 'publisher_id'],
    figures: PLACEMENT_FIGURES,
  })),
] satisfies Rollup[]

interface Rollup {
  name: string
  keys: readonly string[]
  figures: readonly string[]
  /** How long a row of `quarter` or `begins_at` lasts. */
  span?: string
}

/**
 * Compares every roll-up with `recomputed`: a query with the columns of `statistics.change`, one row per plan,
 * placement and minute, computed from the events themselves. Returns at most `rows_max` differences per roll-up;
 * all-zero rows count as missing. A single statement, so that the events are read once and as of one moment.
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

/** Compared column by column, because comparing rows as text took five times as long. */
function differencesOf({ name, keys, figures, span }: Rollup, rows_max: number): RawBuilder<unknown> {
  const sums = sql.join(figures.map((figure) => sql`sum(${sql.ref(figure)})::bigint as ${sql.ref(figure)}`))
  const given = sql.join(keys.map((key) => keyOf(key, span)))
  const key_columns = sql.join(keys.map((key) => sql.ref(key)))
  const text = (side: string) => {
    const shown = sql.join(figures.map((figure) => sql.ref(`${side}.${figure}`)))
    return sql`case when ${sql.ref(`${side}.impressions`)} is not null then row(${shown})::text end`
  }
  const differs = sql.join(
    figures.map(
      (figure) =>
        sql`coalesce(${sql.ref(`stored.${figure}`)}, 0) <> coalesce(${sql.ref(`recomputed.${figure}`)}, 0)`,
    ),
    sql` or `,
  )
  return sql`(
    select ${name}::text as rollup, row(${key_columns})::text as key,
      ${text('stored')} as stored, ${text('recomputed')} as recomputed
    from (select ${given}, ${sums} from changes group by ${key_columns}) as recomputed
    full join statistics.${sql.ref(name)} as stored using (${key_columns})
    where ${differs} order by 2 limit ${rows_max})`
}

function keyOf(key: string, span: string | undefined): RawBuilder<unknown> {
  const is_binned = span !== undefined && ['quarter', 'begins_at'].includes(key)
  return is_binned
    ? sql`date_bin(${span}::interval, minute, timestamptz 'epoch') as ${sql.ref(key)}`
    : sql.ref(key)
}
