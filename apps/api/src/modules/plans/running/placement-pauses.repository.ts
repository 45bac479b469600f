import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { PlacementPauseTable } from '../tables.ts'

/** What became of pausing a placement or taking it up again; a reason where nothing did. */
export type PauseOutcome =
  | 'done'
  | 'plan_not_found'
  | 'plan_not_pausable'
  | 'placement_not_found'
  | 'placement_last'

/** Takes a placement out of a running plan, or in again; the scope says whose plan it has to be. */
export async function setPlacementPaused(
  tx: Transaction,
  plan_id: string,
  placement_id: string,
  paused: boolean,
): Promise<PauseOutcome> {
  const { rows } = await sql<{ outcome: PauseOutcome }>`
    select plans.pause_placement(${plan_id}, ${placement_id}, ${paused}) as outcome`.execute(tx)
  return rows[0]?.outcome ?? 'plan_not_found'
}

/** One pause of a placement. */
export type PlacementPause = Pick<
  Selectable<PlacementPauseTable>,
  'placement_id' | 'paused_at' | 'resumed_at'
>

/** Every pause of a plan's placements, the latest first. */
export async function placementPauses(tx: Transaction, plan_id: string): Promise<PlacementPause[]> {
  return await tx
    .selectFrom('plans.placement_pauses')
    .select(['placement_id', 'paused_at', 'resumed_at'])
    .where('plan_id', '=', plan_id)
    .orderBy('sequence', 'desc')
    .execute()
}
