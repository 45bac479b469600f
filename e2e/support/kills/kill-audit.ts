import { sql } from 'kysely'
import { verifyLedger } from '../../../apps/api/src/modules/ledger/index.ts'
import { secondAccount } from '../../../apps/api/src/testing/worlds/second-account.ts'
import type { Acknowledged } from './kill-load.ts'
import { withServices } from './kill-setup.ts'

/** What a look at the books after kills found. */
export interface KillAudit {
  acknowledged: number
  /** Acknowledged operations of which a part is gone: the request's outcome, the plan, or its money. */
  lost: number
  /** Plans that no acknowledged or open request accounts for twice: more plans than requests. */
  doubled: number
  /** Differences that `ledger verify` found, and what a second account of the books has to say. */
  unbalanced: number
}

/** Compares what was acknowledged with what the database holds, and verifies the ledger. */
export async function auditAfterKills(
  data_dir: string,
  acknowledged: readonly Acknowledged[],
): Promise<KillAudit> {
  return await withServices(data_dir, async (services) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      // All of the books at once may take longer than a customer would wait.
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
