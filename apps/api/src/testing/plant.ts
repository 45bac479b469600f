import type { QueryResultRow } from 'pg'

/** A fault to plant: a text to replace in an installed function, or a constraint to drop from a table. */
export type Planting = { routine: string; from: string; to: string } | { table: string; without: string }

/** The advisory lock on which waiting transactions are counted; the program never uses this number. */
const MEETING = 727

/** PL/pgSQL that waits up to `at_most_ms` for a second transaction, so that a missing lock shows on any machine. */
export function meetAnother(at_most_ms: number): string {
  return `perform pg_advisory_xact_lock_shared(${MEETING});
  for tried in 1 .. ${at_most_ms / 2} loop
    if 1 < (
      select count(*) from pg_locks
      where locktype = 'advisory' and objid = ${MEETING}
        and database = (select oid from pg_database where datname = current_database())
    ) then
      -- Leaving at once might commit before the other looks again, which would then wait in vain.
      perform pg_sleep(0.1);
      exit;
    end if;
    perform pg_sleep(0.002);
  end loop;
  `
}

/** Reads accounts without their lock and waits for another reader; drops the constraint that would catch it. */
export function missingLock(at_most_ms = 1_000): readonly Planting[] {
  return [
    { table: 'ledger.accounts', without: 'balance_not_negative' },
    {
      routine: 'ledger.lock_accounts',
      from: 'order by id for no key update',
      to: 'order by id',
    },
    {
      routine: 'ledger.lock_accounts',
      from: '  select\n    array_agg(id),',
      to: `  ${meetAnother(at_most_ms)}select\n    array_agg(id),`,
    },
    {
      routine: 'ledger.open_accounts',
      from: 'do update set last_at = excluded.last_at where false',
      to: 'do nothing',
    },
  ]
}

/** Rounds the statement's cash figures to cents. */
export const ROUNDING_ERROR: readonly Planting[] = [
  {
    routine: 'ledger.add_to_flow_lines',
    from: "coalesce(sum(effect) filter (where wallet_part = 'available'), 0) as available",
    to: "round(coalesce(sum(effect) filter (where wallet_part = 'available'), 0), -4) as available",
  },
]

/** Ignores the deadlines of plans, so that none ends by itself. */
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

/** Runs one statement as the schema's owner. */
export type AsOwner = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

/**
 * Replaces functions of the program's database by faulty versions, or drops a table's constraint; returns the
 * statements that undo it, in order. Throws if there is nothing to replace: such a control would prove nothing.
 */
export async function plant(asOwner: AsOwner, plantings: readonly Planting[]): Promise<string[]> {
  const undoing: string[] = []
  for (const planting of plantings)
    undoing.unshift(
      'table' in planting ? await withoutRule(asOwner, planting) : await withFault(asOwner, planting),
    )
  return undoing
}

async function withFault(
  asOwner: AsOwner,
  { routine, from, to }: Extract<Planting, { routine: string }>,
): Promise<string> {
  const [row] = await asOwner<{ source: string }>('select pg_get_functiondef($1::regproc) as source', [
    routine,
  ])
  if (!row?.source.includes(from)) throw new Error(`there is no "${from}" in ${routine} to plant a fault in`)
  await asOwner(row.source.replaceAll(from, to))
  return row.source
}

async function withoutRule(
  asOwner: AsOwner,
  { table, without }: Extract<Planting, { table: string }>,
): Promise<string> {
  const [row] = await asOwner<{ rule: string }>(
    'select pg_get_constraintdef(oid) as rule from pg_constraint where conrelid = $1::regclass and conname = $2',
    [table, without],
  )
  if (!row) throw new Error(`${table} has no rule ${without} to take away`)
  await asOwner(`alter table ${table} drop constraint ${without}`)
  return `alter table ${table} add constraint ${without} ${row.rule} not valid`
}
