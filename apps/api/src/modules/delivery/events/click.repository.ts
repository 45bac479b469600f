import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type {} from '../tables.ts'

/** Where a plan's clicks lead: an address with macros, and the goal that pays. */
export interface Landing {
  landing_url: string
  paid_goal: string
}

/** Where a plan's clicks lead, as of its budget's first lease; undefined before that. */
export async function readLanding(tx: Transaction, plan_id: string): Promise<Landing | undefined> {
  return await tx
    .selectFrom('delivery.budgets')
    .select(['landing_url', 'paid_goal'])
    .where('plan_id', '=', plan_id)
    .executeTakeFirst()
}

/** A click that may lead to a conversion. */
export interface Click {
  decision_id: string
  plan_id: string
  placement_id: string
  publisher_id: string
  lease_id: string
  advertiser_id: string
  goals: string[]
  paid_goal: string
  payout_micros: Micros
  conversion_window_ms: bigint
  occurred_at: Date
  device: bigint
  address: bigint
  agent: bigint
  /** Found invalid on arrival or later. */
  is_invalid: boolean
}

/** The clicks of decisions, by the decision's id; those that there are. */
export async function readClicks(
  tx: Transaction,
  decision_ids: readonly string[],
): Promise<Map<string, Click>> {
  const { rows } = await sql<Click>`
    select
      decision_id, plan_id, placement_id, publisher_id, lease_id, advertiser_id, goals, paid_goal, budgets.payout_micros,
      conversion_window_ms, occurred_at, device, address, agent,
      rule is not null or exists (
        select from delivery.verdicts where verdicts.event_id = events.event_id
          and not exists (select from delivery.restorations where restorations.event_id = verdicts.event_id)
      ) as is_invalid
    from delivery.events join delivery.budgets using (plan_id)
    where decision_id = any (${[...decision_ids]}::uuid[]) and kind = 'click'`.execute(tx)
  return new Map(rows.map((row) => [row.decision_id, row]))
}
