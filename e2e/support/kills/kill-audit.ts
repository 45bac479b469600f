import { sql } from 'kysely'
import { verifyLedger } from '../../../apps/api/src/modules/ledger/index.ts'
import { secondAccount } from '../../../apps/api/src/testing/worlds/second-account.ts'
import type { Acknowledged } from './kill-load.ts'
import { withServices } from './kill-setup.ts'

/** The result of an audit after kills. */
export interface KillAudit {
  acknowledged: number
  /** Acknowledged operations that are partly missing: the request's outcome, the plan or its money. */
  lost: number
  /** Plans beyond the number of acknowledged or open requests. */
  doubled: number
  /** Differences found by `ledger verify` and by a second account of the books. */
  unbalanced: number
}

/** Compares the acknowledged operations with the database, and verifies the ledger. */
export async function auditAfterKills(
  data_dir: string,
  acknowledged: readonly Acknowledged[],
): Promise<KillAudit> {
  return await withServices(data_dir, async (services) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      // Reading all books at once may exceed the time limit for customers' calls.
      await sql`select set_config('statement_timeout', '0', true)`.execute(tx)
      const { rows } = await sql<{ kept: bigint; plans: bigint; requests: bigint }>`
        with acknowledged as (
          select * from unnest(
            ${acknowledged.map((one) => one.customer_id)}::uuid[],
            ${acknowledged.map((one) => one.request_id)}::text[],
            ${acknowledged.map((one) => one.plan_id)}::uuid[]
          ) as one (owner_id, request_id, plan_id))
        select
          (select count(*) from acknowledged a
            join ledger.requests r using (owner_id, request_id)
            join plans.plans p on p.plan_id = a.plan_id
            where r.outcome->>'plan_id' = a.plan_id::text
              and exists (select from ledger.transfers t where t.cause_id = a.plan_id)) as kept,
          (select count(*) from plans.plans) as plans,
          (select count(*) from ledger.requests) as requests`.execute(tx)
      const [row] = rows
      if (!row) throw new Error('a count gave no row')
      const { differences } = await verifyLedger(tx)
      const problems = await secondAccount(
        async (text) => (await sql.raw<{ problem: string }>(text).execute(tx)).rows,
      )
      return {
        acknowledged: acknowledged.length,
        lost: acknowledged.length - Number(row.kept),
        doubled: Math.max(0, Number(row.plans - row.requests)),
        unbalanced: differences.length + problems.length,
      }
    }),
  )
}
