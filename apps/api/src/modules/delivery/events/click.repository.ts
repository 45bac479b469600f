import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type {} from '../tables.ts'

/** The landing address of a plan's clicks, as of its budget's first lease; null before that. */
export async function readLandingUrl(tx: Transaction, plan_id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('delivery.budgets')
    .select('landing_url')
    .where('plan_id', '=', plan_id)
    .executeTakeFirst()
  return row?.landing_url ?? null
}

/** A click that may lead to a conversion. */
export interface Click {
  decision_id: string
  plan_id: string
  placement_id: string
  publisher_id: string
  lease_id: string
  advertiser_id: string
  payout_micros: Micros
  conversion_window_ms: bigint
  occurred_at: Date
  device: bigint
  address: bigint
  agent: bigint
  /** Found invalid on arrival or later. */
  is_invalid: boolean
}

/** A decision's click; undefined where there is none. */
export async function readClick(tx: Transaction, decision_id: string): Promise<Click | undefined> {
  const { rows } = await sql<Click>`
    select
      decision_id, plan_id, placement_id, publisher_id, lease_id, advertiser_id, budgets.payout_micros,
      conversion_window_ms, occurred_at, device, address, agent,
      rule is not null or exists (select from delivery.verdicts where verdicts.event_id = events.event_id) as is_invalid
    from delivery.events join delivery.budgets using (plan_id)
    where decision_id = ${decision_id} and kind = 'click'`.execute(tx)
  return rows[0]
}
