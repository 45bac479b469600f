import type { QueryResultRow } from 'pg'

/** A fault to plant in an installed function: this text of its source becomes that one. */
export interface Planting {
  routine: string
  from: string
  to: string
}

/** The advisory lock that says how many stand there; the program takes none of this number. */
const MEETING = 727

/**
 * A statement of PL/pgSQL that waits until a second transaction of this database stands at it, `at_most_ms` at most: what a
 * missing lock lets happen then happens whenever two come in that time, however slow the machine is.
 */
export function meetAnother(at_most_ms: number): string {
  return `perform pg_advisory_xact_lock_shared(${MEETING});
  for tried in 1 .. ${at_most_ms / 2} loop
    exit when 1 < (
      select count(*) from pg_locks
      where locktype = 'advisory' and objid = ${MEETING}
        and database = (select oid from pg_database where datname = current_database())
    );
    perform pg_sleep(0.002);
  end loop;
  `
}

/** Accounts are read without their lock, and who reads them waits `at_most_ms` for another who does. */
export function missingLock(at_most_ms = 1_000): readonly Planting[] {
  return [
    { routine: 'ledger.post_transfers', from: 'if post_at_once(', to: 'if false and post_at_once(' },
    { routine: 'ledger.lock_and_find_requests', from: 'for no key update', to: '' },
    { routine: 'ledger.post_in_order', from: 'for no key update of account', to: '' },
    {
      routine: 'ledger.post_in_order',
      from: 'if cardinality(codes) is distinct',
      to: `${meetAnother(at_most_ms)}if cardinality(codes) is distinct`,
    },
  ]
}

/** What a line of the statement says of cash is rounded to cents. */
export const ROUNDING_ERROR: readonly Planting[] = [
  {
    routine: 'ledger.add_to_flow_lines',
    from: "coalesce(sum(effect) filter (where wallet_part = 'available'), 0) as available",
    to: "round(coalesce(sum(effect) filter (where wallet_part = 'available'), 0), -4) as available",
  },
]

/** Deadlines of plans are not kept: none ends by itself. */
export const LOST_EXPIRY: readonly Planting[] = [
  {
    routine: 'platform.schedule_job',
    from: 'begin',
    to: "begin\n  if job_kind = 'plan.due' then return; end if;",
  },
  {
    routine: 'platform.schedule_jobs',
    from: 'begin',
    to: "begin\n  if job_kind = 'plan.due' then return; end if;",
  },
]

/** One statement as the schema's owner. */
type AsOwner = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

/**
 * Replaces functions of the program's database by faulty ones of their own source; answers what they were, the last first,
 * to put them back. Throws where the text is not there: a control that plants nothing proves nothing.
 */
export async function plant(asOwner: AsOwner, plantings: readonly Planting[]): Promise<string[]> {
  const sources: string[] = []
  for (const { routine, from, to } of plantings) {
    const [row] = await asOwner<{ source: string }>('select pg_get_functiondef($1::regproc) as source', [
      routine,
    ])
    if (!row?.source.includes(from))
      throw new Error(`there is no "${from}" in ${routine} to plant a fault in`)
    sources.unshift(row.source)
    await asOwner(row.source.replaceAll(from, to))
  }
  return sources
}
