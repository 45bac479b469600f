import { sql } from 'kysely'
import { type Connection, connect, onConnection } from '../database/connection.ts'
import type { Transaction } from '../database/database.ts'
import { newId } from '../database/identifiers.ts'
import type { Cause, CauseKind } from '../modules/ledger/index.ts'

/** Run as the schema's owner. */
const INVENTED_CAUSES = `
  create schema testing;
  grant usage on schema testing to adtally_program;
  create table testing.invented_causes (cause_id uuid primary key);
  grant select, insert on testing.invented_causes to adtally_program;
  create function testing.allowed_by_invention(ids uuid[]) returns setof ledger.allowance
  language sql stable set search_path = '' as $$
    select distinct cause_id, posting, side, code, owner_id, subject_id, -1e30::numeric, 1e30::numeric
    from ledger.caused
    where cause_id = any (array(select invented.cause_id from testing.invented_causes invented where cause_id = any (ids)))
    union all
    -- Allows a revision for an invented verdict or conversion.
    select cause_id, 'settlement', 'debit', 'unfounded', customer_id, plan_id, -1e30::numeric, 1e30::numeric
    from testing.invented_causes join plans.results on cause_id in (verdict_id, conversion_id)
    where cause_id = any (ids)
  $$;
  insert into ledger.cause_kinds (cause_kind, allowed_by)
  select distinct cause_kind, 'testing.allowed_by_invention' from ledger.posting_causes;
`

/**
 * Sets up, in test databases only, a list of causes that are accepted without a row; `inventCause` adds to it.
 * `login` is the schema's owner, or a superuser who becomes `owner_role`.
 */
export async function allowInventedCauses(login: Connection, owner_role?: string): Promise<void> {
  await onConnection(connect(login), async (client) => {
    if (owner_role) await client.query(`set role ${owner_role}`)
    const { rowCount } = await client.query("select from pg_namespace where nspname = 'testing'")
    if (rowCount === 0) await client.query(INVENTED_CAUSES)
  })
}

/** Invents a cause without its row, for a test that needs money but not where it came from. */
export async function inventCause(tx: Transaction, kind: CauseKind): Promise<Cause> {
  const id = newId()
  await takeAtTheirWord(tx, [id])
  return { kind, id }
}

/** Accepts these causes without their rows in this database, such as batches of events that nobody sent. */
export async function takeAtTheirWord(tx: Transaction, cause_ids: readonly string[]): Promise<void> {
  await sql`insert into testing.invented_causes (cause_id) select unnest(${[...cause_ids]}::uuid[])
    on conflict do nothing`.execute(tx)
}
