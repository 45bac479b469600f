import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type { PlacementPauseTable } from '../tables.ts'

/** The outcome of pausing or resuming a placement, or why it was refused. */
export type PauseOutcome =
  | 'done'
  | 'plan_not_found'
  | 'plan_not_pausable'
  | 'placement_not_found'
  | 'placement_last'

/** Pauses or resumes a placement of a running plan; the scope decides whose plan it must be. */
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

export type PlacementPause = Pick<
  Selectable<PlacementPauseTable>,
  'placement_id' | 'paused_at' | 'resumed_at'
>

/** All pauses of a plan's placements, latest first. */
export async function placementPauses(tx: Transaction, plan_id: string): Promise<PlacementPause[]> {
  return await tx
    .selectFrom('plans.placement_pauses')
    .select(['placement_id', 'paused_at', 'resumed_at'])
    .where('plan_id', '=', plan_id)
    .orderBy('sequence', 'desc')
    .execute()
}
